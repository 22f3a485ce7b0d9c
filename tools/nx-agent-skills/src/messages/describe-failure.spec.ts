import { OptionError } from '../option-error';
import { describeFailure } from './describe-failure';

const told = (message: string, folder: string) => describeFailure(new OptionError(message), folder);

describe('a failure', () => {
  it('names files as they are seen from the working folder', () => {
    expect(told('/work/acme/a.json: broken, see /work/acme/b', '/work/acme')).toBe(
      'a.json: broken, see b',
    );
    expect(told('"/work/a+b (1)/x" is not /work/acme/y', '/work/a+b (1)')).toBe(
      '"x" is not /work/acme/y',
    );
  });

  it('keeps urls as they are, from every folder', () => {
    const message = 'nothing at https://skills.acme.example/work/acme/x';
    for (const folder of ['/', '/work', '/work/acme']) expect(told(message, folder)).toBe(message);
    expect(told('/srv/lock.json: broken', '/')).toBe('/srv/lock.json: broken');
  });
});
