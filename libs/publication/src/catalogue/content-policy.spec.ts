import { contentPolicy } from './content-policy';

it('allows the given scripts and styles by their digest, and nothing else', () => {
  expect(contentPolicy(['a', 'b'], ['c'])).toBe(
    [
      "default-src 'none'",
      "script-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=' 'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='",
      "style-src 'sha256-Ln0sA6lQeuJl7PW1NWiFpTOTogKdJBOUmXJloaJa78Y='",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  );
});
