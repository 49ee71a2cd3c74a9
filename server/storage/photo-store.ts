import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { flushFolder } from '#server/lib/flush-folder.ts';
import { hashOfFileName } from './photo-urls.ts';
import { errorCodeOf } from './storage-error.ts';

interface PhotoFileInfo {
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

/** Name prefix of unfinished files, which therefore are in the folder `un`. */
const UNFINISHED_PREFIX = 'unfinished-';

/** Stores photos in a local folder, created if missing. */
export function createDiskPhotoStore(folder: string): PhotoStore {
	const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
	return {
		put: (name, bytes) => writeAtomically(folder, keyOf(name), bytes),
		find: (name) => find(disk, keyOf(name)),
		read: (name) => read(disk, keyOf(name)),
		readBuffer: (name) => readBuffer(disk, keyOf(name)),
		remove: (name) => disk.delete(keyOf(name)),
		list: () => list(folder),
		close: () => undefined,
	};
}

/**
 * The driver's `put` writes in place and its `move` copies, so a crash could leave a partial photo under its name. Here
 * a flushed temporary file is renamed. The folder is flushed too: otherwise a power failure could lose the name after
 * the item's row is durable.
 */
async function writeAtomically(root: string, key: string, bytes: Uint8Array): Promise<void> {
	const path = join(root, key);
	const temporaryPath = join(root, keyOf(`${UNFINISHED_PREFIX}${randomUUID()}`));
	await mkdir(dirname(temporaryPath), { recursive: true });
	const createdFolder = await mkdir(dirname(path), { recursive: true });
	const file = await open(temporaryPath, 'wx');
	try {
		await file.writeFile(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(temporaryPath, path);
	await flushFolder(dirname(path));
	if (createdFolder) await flushFolder(dirname(createdFolder));
}

/**
 * Path of a file. Names start with a hash, so their first two characters spread files evenly over folders of at most a
 * few thousand. All stores use the same paths, so that any copy program can move photos between them.
 */
export function keyOf(name: string): string {
	return `${name.slice(0, 2)}/${name}`;
}

async function find(disk: Disk, key: string): Promise<PhotoFileInfo | undefined> {
	if (!(await disk.exists(key))) return undefined;
	const { contentLength } = await disk.getMetaData(key);
	return { size: contentLength };
}

async function read(disk: Disk, key: string): Promise<PhotoContent | undefined> {
	const found = await find(disk, key);
	return found && { ...found, content: await disk.getStream(key) };
}

/** Checks for existence only after a failed read. */
async function readBuffer(disk: Disk, key: string): Promise<Buffer | undefined> {
	try {
		return await buffer(await disk.getStream(key));
	} catch (error) {
		if (await disk.exists(key)) throw error;
		return undefined;
	}
}

/** The folders that `keyOf` makes from names of photos and of unfinished files. */
const FOLDER = /^([0-9a-f]{2}|un)$/;

/**
 * Lists folder by folder, so that only the names of one folder are in memory. Other folders and files, such as those of
 * the file system, belong to others.
 */
async function* list(root: string): AsyncGenerator<StoredFile> {
	const folders = (await entriesOf(root)).filter((entry) => !entry.isFile());
	for (const { name: folder } of folders.filter(({ name }) => FOLDER.test(name))) {
		const files = (await entriesOf(join(root, folder))).filter((entry) => entry.isFile());
		for (const { name } of files.filter((file) => isOurs(file.name, folder))) {
			const modifiedAt = await modifiedAtOf(join(root, folder, name));
			if (modifiedAt) yield { name, modifiedAt };
		}
	}
}

function isOurs(name: string, folder: string): boolean {
	const isNameOfOurs = name.startsWith(UNFINISHED_PREFIX) || hashOfFileName(name) !== undefined;
	return isNameOfOurs && keyOf(name) === `${folder}/${name}`;
}

/** Empty if there is no such folder. */
async function entriesOf(folder: string): Promise<Dirent[]> {
	return (await undefinedIfMissing(readdir(folder, { withFileTypes: true }))) ?? [];
}

/** Undefined if the file was removed since its folder was read, for example by an account erasure. */
async function modifiedAtOf(path: string): Promise<Date | undefined> {
	return (await undefinedIfMissing(stat(path)))?.mtime;
}

async function undefinedIfMissing<T>(result: Promise<T>): Promise<T | undefined> {
	try {
		return await result;
	} catch (error) {
		if (errorCodeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}
