import { BlockList, isIP } from 'node:net';

/** Ranges that no public site is served from (IANA special-purpose registries). */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const SPECIAL_V6 = [
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
];
/** Ranges whose last four bytes are an IPv4 address: mapped, translated, NAT64. */
const EMBEDDING_V6 = ['::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'];

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const specialV4 = listOf(SPECIAL_V4, 'ipv4');
const specialV6 = listOf(SPECIAL_V6, 'ipv6');
const embeddingV6 = listOf(EMBEDDING_V6, 'ipv6');

/**
 * Whether an address belongs to this machine, a private network or nobody: loopback, private,
 * link-local, multicast, documentation, and IPv6 forms that stand for such an IPv4 address.
 *
 * @param address an IP address, without brackets; any other text counts as private
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  switch (isIP(plain)) {
    case 4:
      return specialV4.check(plain, 'ipv4');
    case 6:
      if (embeddingV6.check(plain, 'ipv6')) return specialV4.check(embeddedV4(plain), 'ipv4');
      return specialV6.check(plain, 'ipv6');
    default:
      return true;
  }
}

/** The IPv4 address in the last four bytes; the URL parser writes them as two hexadecimal groups. */
function embeddedV4(address: string): string {
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
