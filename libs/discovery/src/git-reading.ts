/**
 * Says why the stock installer (npm `skills` 1.7.4) would clone a git repository instead of reading
 * the index, when it is given `<origin>/agent-skills` or `<origin>/agent-skills/<name>`; undefined
 * when it reads both as an index.
 *
 * Its rules search the text of the whole URL, so the host of somebody else can be meant by a path
 * (`https://mirror.example/github.com` + `/agent-skills/x` is read as the GitHub repository
 * `agent-skills/x`), and so can a domain that merely ends in the same letters (`mygithub.com`).
 *
 * @param host host with port, as `new URL` gives it
 * @param segments the segments of the base path
 */
export function gitReading(host: string, segments: readonly string[]): string | undefined {
  for (const part of [host, ...segments]) {
    const forge = /(github|gitlab)\.com$/i.exec(part)?.[0];
    if (forge) return `"${part}/" is taken for a repository on ${forge}`;
  }
  for (const [index, segment] of segments.entries()) {
    if (segment === '_git') return '"_git" in the path is taken for an Azure repository';
    if (/\.git$/i.test(segment)) return `"${segment}" is taken for a git remote`;
    if (segment === '-' && segments[index + 1] === 'tree') {
      return '"/-/tree" in the path is taken for a GitLab branch';
    }
  }
  return undefined;
}
