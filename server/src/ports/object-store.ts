import type { Readable } from "node:stream";

/** An object as a store lists it. `storedAt`: when the store took it, by its own clock. */
export interface StoredObject {
  key: string;
  bytes: number;
  storedAt: Date;
}

/** A file of this machine to be stored. `sha256`: 64 lower-case hexadecimal digits. */
export interface SourceFile {
  path: string;
  bytes: number;
  sha256: string;
  contentType: string;
}

/** Where a range of bytes begins and ends: both are part of it, as in RFC 9110 §14.1.2. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The store does not respond, or refuses: the same request may succeed later. Contains no address and no secret. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** Of the system, such as ENOSPC for a full disk. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Bytes by key. An object never changes: one key always means the same bytes. A key consists of segments of `[A-Za-z0-9._-]`, separated by
 * slashes; none is empty or begins with a dot. Every function rejects with StoreUnavailable when the store cannot be reached.
 */
export interface ObjectStore {
  /**
   * Stores a file's bytes, and resolves once they survive a crash. The file belongs to the store from then on: it may move or remove it.
   * Rejects, and stores nothing, if the bytes are not those announced. To store an object again is harmless.
   */
  put(key: string, file: SourceFile): Promise<void>;
  /** Opens an object, or a range of it, which the caller has checked against its size. `bytes`: of what is sent. Undefined: there is none. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** The file that an object is, where the store keeps files on this machine: to be read, and nothing else. Undefined: it is none, or there is no object. */
  localPath(key: string): Promise<string | undefined>;
  head(key: string): Promise<StoredObject | undefined>;
  /** To remove an object that is not there is harmless. */
  delete(key: string): Promise<void>;
  /** All objects whose keys begin with the prefix, in no particular order. Objects stored or removed meanwhile may be missing. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Rejects unless objects can be stored, read and removed: writes one of its own and removes it. For the doctor. */
  check(): Promise<void>;
}
