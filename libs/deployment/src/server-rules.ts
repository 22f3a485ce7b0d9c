import type { DeploymentRule } from './deployment-rule';

const TLS_FIX =
  'Serve a valid certificate with its whole chain for this host. For a certificate authority of your own set NODE_EXTRA_CA_CERTS.';

/** What a server answers, or does not. */
export const SERVER_RULES = {
  'http/content-encoding': {
    severity: 'error',
    what: 'The archive is served with a Content-Encoding: clients unpack it before they hash it, and drop the skill.',
    fix: 'Turn off compression for .tar.gz files and do not label them with Content-Encoding; serve them as application/gzip.',
  },
  'http/content-encoding-text': {
    severity: 'info',
    what: 'The text is served compressed although the request did not ask for it.',
    fix: 'Nothing needs to be done: clients decode it. "curl | sha256sum" needs --compressed.',
  },
  'http/content-encoding-unread': {
    severity: 'error',
    what: 'The text is served with a Content-Encoding that cannot be undone: clients do not know it, or the body is not encoded so, or unpacks to too much.',
    fix: 'Serve the file as it is, or with gzip or br only to those who ask for it; label nothing that is not encoded.',
  },
  'http/content-type': {
    severity: 'warning',
    what: 'The Content-Type is not the one that clients expect.',
    fix: 'Set it at the host for this kind of file.',
  },
  'http/content-type-zip': {
    severity: 'error',
    what: 'A .tar.gz is served as a zip; clients then try to read it as one.',
    fix: 'Serve .tar.gz files as application/gzip.',
  },
  'http/cors': {
    severity: 'info',
    what: 'No Access-Control-Allow-Origin is sent, so that web pages of other sites cannot read the index.',
    fix: 'Send "Access-Control-Allow-Origin: *" if browsers are to read it. Installers do not need it.',
  },
  'http/head': {
    severity: 'warning',
    what: 'HEAD is not answered as GET is.',
    fix: 'Allow HEAD at the host; some link checkers and clients use it.',
  },
  'http/other-host': {
    severity: 'error',
    what: 'The file, or a redirect to it, is on another host.',
    fix: 'Serve the files from the origin itself, or name the other host in the option allowedHosts if you control it.',
  },
  'http/redirect-case': {
    severity: 'warning',
    what: 'The host redirects to a path in another case.',
    fix: 'Make the host keep paths as they are; a case-sensitive client or mirror misses the file.',
  },
  'http/redirect-slash': {
    severity: 'warning',
    what: 'The host redirects to the same path with or without a slash at its end.',
    fix: 'Turn off the trailing-slash rule for these paths.',
  },
  'http/redirected': {
    severity: 'info',
    what: 'The file is reached through a redirect.',
    fix: 'Configure the final origin, which saves every client a request.',
  },
  'http/redirect-loop': {
    severity: 'error',
    what: 'The redirects do not end.',
    fix: 'Correct the rules for redirects at the host.',
  },
  'http/redirect-nowhere': {
    severity: 'error',
    what: 'A redirect leads to no URL.',
    fix: 'Correct the Location that the host sends.',
  },
  'http/credentials': {
    severity: 'error',
    what: 'The address, or a redirect, has credentials in it; it was not requested.',
    fix: 'Serve the files to everybody, from URLs without a user and a password.',
  },
  'http/scheme': {
    severity: 'error',
    what: 'The address is not an https URL.',
    fix: 'Serve everything over https, and redirect to nothing else.',
  },
  'http/private-address': {
    severity: 'error',
    what: 'The address belongs to this machine or a private network; it was not requested.',
    fix: 'Serve from a public address. For an intranet set the option allowPrivate.',
  },
  'http/timeout': {
    severity: 'error',
    what: 'The answer did not come in time.',
    fix: 'Look at the server, or give it more time with the option timeout.',
  },
  'http/name': {
    severity: 'error',
    what: 'The name of the host was not found.',
    fix: 'Check the spelling of the origin and its DNS records.',
  },
  'http/unreachable': {
    severity: 'error',
    what: 'The server cannot be reached.',
    fix: 'Check that the server runs, listens on this address and port, and is not behind a firewall.',
  },
  'http/tls': { severity: 'error', what: 'The TLS connection failed.', fix: TLS_FIX },
  'http/malformed': {
    severity: 'error',
    what: 'The answer is not valid HTTP.',
    fix: 'Look at the server or the proxy in front of it.',
  },
  'http/truncated': {
    severity: 'error',
    what: 'The body ended before all of it had come.',
    fix: 'Upload the file again; look for a limit of size or time at the host or a proxy.',
  },
  'http/too-large': {
    severity: 'error',
    what: 'More bytes are served than the file can have.',
    fix: 'Look at what the host serves at this URL.',
  },
  'http/rate-limited': {
    severity: 'error',
    what: 'The host refuses requests for a while because there were too many.',
    fix: 'Run the check later or with a smaller concurrency; raise the limit, since a catalogue of many skills needs as many requests.',
  },
  'http/forbidden': {
    severity: 'error',
    what: 'The host refuses access.',
    fix: 'Make the files public: no login, no password, no bot protection on these paths.',
  },
  'http/status': {
    severity: 'error',
    what: 'The host answers with an unexpected status.',
    fix: 'Look at the server and its log.',
  },
  'run/time-limit': {
    severity: 'error',
    what: 'The time of the whole run was up.',
    fix: 'Give it more time with the option totalTimeout, or check fewer skills with sample.',
  },
} as const satisfies Record<string, DeploymentRule>;
