import { formatCheckAnnotations } from './format-check-annotations';

it('writes one workflow command for each finding, and text of a server cannot add another', () => {
  const diagnosis = {
    code: 'deploy/file-missing',
    url: 'https://a.example/x',
    message: 'Gone.\n::error::forged',
    fix: 'Deploy it.',
  } as const;
  const base = { status: 'failed', message: '', evidence: {}, at: '' } as const;
  const text = formatCheckAnnotations({
    origin: 'https://a.example',
    results: [
      { ...base, check: 'index', diagnoses: [{ ...diagnosis, severity: 'info' }] },
      { ...base, check: 'snapshots', diagnoses: [{ ...diagnosis, severity: 'warning' }] },
      {
        ...base,
        check: 'digest',
        skill: 'alpha',
        diagnoses: [{ ...diagnosis, severity: 'error' }],
      },
    ],
    served: 0,
    isCutShort: false,
  });
  expect(text.split('\n')).toEqual([
    '::notice title=index index%3A deploy/file-missing::https://a.example/x Gone.%0A::error::forged Fix: Deploy it.',
    '::warning title=snapshots snapshots%3A deploy/file-missing::https://a.example/x Gone.%0A::error::forged Fix: Deploy it.',
    '::error title=alpha digest%3A deploy/file-missing::https://a.example/x Gone.%0A::error::forged Fix: Deploy it.',
    '',
  ]);
});
