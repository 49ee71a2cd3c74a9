import type { Readable } from 'node:stream';
import { hashOfFileName } from './photo-urls.ts';

export interface PhotoFileInfo {
	/** Bytes. */
	size: number;
}

export interface PhotoContent extends PhotoFileInfo {
	/** The caller must read it to the end or destroy it. */
	content: Readable;
}

export interface StoredFile {
	name: string;
	modifiedAt: Date;
}

/** Stores photo files by name; how a store arranges them in folders is internal to it. */
export interface PhotoStore {
	/** Atomic, and durable when it returns: a crash never leaves a partial file under `name`. */
	put(name: string, bytes: Uint8Array): Promise<void>;
	/** Size of a file without its content. Undefined if there is no such file. */
	find(name: string): Promise<PhotoFileInfo | undefined>;
	/** Undefined if there is no such file. */
	read(name: string): Promise<PhotoContent | undefined>;
	/** The whole file in memory, for small sizes. Undefined if there is no such file. */
	readBuffer(name: string): Promise<Buffer | undefined>;
	/** Succeeds even if there is no such file. */
	remove(name: string): Promise<void>;
	/** All files, including temporary files of interrupted `put` calls, whose names differ from those of photos. */
	list(): AsyncIterable<StoredFile>;
	/** Closes its connections, if any. */
	close(): void;
}

/** Name prefix of the files that a store writes before it gives them the name of a photo. */
export const UNFINISHED_PREFIX = 'unfinished-';

/**
 * Path of a file, the same in all stores, so that any copy program can move photos between them.
 * Names of photos start with a hexadecimal hash, so the first two characters spread the files
 * evenly over 256 folders. Each folder has a few thousand files per million photos.
 */
export function keyOf(name: string): string {
	return `${name.slice(0, 2)}/${name}`;
}

/** The name of the file at a path of `keyOf`. Undefined for other paths, whose files are not ours. */
export function nameOfKey(key: string): string | undefined {
	const name = key.slice(key.lastIndexOf('/') + 1);
	const isNameOfOurs = name.startsWith(UNFINISHED_PREFIX) || hashOfFileName(name) !== undefined;
	return isNameOfOurs && key === keyOf(name) ? name : undefined;
}
