import { digestOf } from './digest';

describe('digestOf', () => {
  it('is sha256 in lower-case hex', () => {
    expect(digestOf(Buffer.from('abc'))).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
