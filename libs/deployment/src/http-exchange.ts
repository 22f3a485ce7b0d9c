/** A file is at most this long: the largest skill that clients take, and room for the archive. */
export const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

/** Room for ten thousand entries of an index. */
export const MAX_INDEX_BYTES = 32 * 1024 * 1024;

/** Room for eight thousand releases. */
export const MAX_VERSIONS_BYTES = 1024 * 1024;

/** Beyond what is expected, so that a longer page in its place is still recognised. */
export const SPARE_BYTES = 1024 * 1024;

/** What a request asks for, and how much it may take. */
export interface HttpRequest {
  method?: 'GET' | 'HEAD';
  /** The content codings that are asked for. Default: none. */
  acceptEncoding?: string;
  /** For connecting, the headers and the whole body together. */
  timeoutMs: number;
  maxBytes: number;
}

/** Why no complete answer was received. */
export type HttpFaultCode =
  | 'http/scheme'
  | 'http/credentials'
  | 'http/private-address'
  | 'http/other-host'
  | 'http/redirect-loop'
  | 'http/redirect-nowhere'
  | 'http/timeout'
  | 'http/name'
  | 'http/unreachable'
  | 'http/tls'
  | 'http/malformed'
  | 'http/truncated'
  | 'http/too-large'
  | 'run/time-limit';

/** A complete answer. */
export interface HttpResponse {
  url: string;
  status: number;
  /** By lower-case name; without cookies. */
  headers: Readonly<Record<string, string>>;
  /** As it came over the wire: nothing is decoded. */
  body: Buffer;
}

/** No complete answer, and what had come of it. */
export interface HttpFault {
  fault: HttpFaultCode;
  url: string;
  /** What happened, in half a sentence. */
  detail: string;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The beginning of the body, as far as it had come. */
  start?: Buffer;
}

/** What came of a request, and where redirects led it. */
export type HttpAnswer = (HttpResponse | HttpFault) & {
  /** The URLs that were asked in turn, the last of them excepted. */
  redirectedFrom: readonly string[];
};

/** Whether no complete answer was received. */
export function isFault<T extends HttpResponse | HttpFault>(answer: T): answer is T & HttpFault {
  return 'fault' in answer;
}
