import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk, type DriveFile } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { flushFolder } from '#server/lib/flush-folder.ts';

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
	return createPhotoStore(
		new Disk(new FSDriver({ location: folder, visibility: 'private' })),
		(key, bytes) => writeAtomically(folder, key, bytes),
	);
}

type WriteFile = (key: string, bytes: Uint8Array) => Promise<void>;

function createPhotoStore(disk: Disk, write: WriteFile): PhotoStore {
	return {
		put: (name, bytes) => write(keyOf(name), bytes),
		find: (name) => find(disk, keyOf(name)),
		read: (name) => read(disk, keyOf(name)),
		readBuffer: (name) => readBuffer(disk, keyOf(name)),
		remove: (name) => disk.delete(keyOf(name)),
		list: () => list(disk),
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

/** Lists folder by folder, so that only the names of one folder are in memory. */
async function* list(disk: Disk): AsyncGenerator<StoredFile> {
	const { objects: folders } = await disk.listAll('/');
	for (const folder of folders) {
		if (!folder.isDirectory) continue;
		const { objects: files } = await disk.listAll(folder.prefix);
		for (const file of files) {
			const modifiedAt = file.isFile && (await modifiedAtOf(disk, file));
			if (modifiedAt) yield { name: file.name, modifiedAt };
		}
	}
}

/** Undefined if the file was removed since its folder was read, for example by an account erasure. */
async function modifiedAtOf(disk: Disk, file: DriveFile): Promise<Date | undefined> {
	try {
		return (await file.getMetaData()).lastModified;
	} catch (error) {
		if (await disk.exists(file.key)) throw error;
		return undefined;
	}
}
