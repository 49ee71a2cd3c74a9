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
	/** The receiver reads it to its end or destroys it. */
	content: Readable;
}

export interface StoredFile {
	name: string;
	modifiedAt: Date;
}

/** Where the files of photos are: flat names on the outside, however the place arranges them. */
export interface PhotoStore {
	/** All or nothing, durable when it returns: a crash never leaves half a file under `name`. */
	put(name: string, bytes: Uint8Array): Promise<void>;
	/** Without fetching it. Undefined when there is no such file. */
	find(name: string): Promise<PhotoFileInfo | undefined>;
	/** Undefined when there is no such file. */
	read(name: string): Promise<PhotoContent | undefined>;
	/** All of it in memory, for the small sizes. Undefined when there is no such file. */
	readBuffer(name: string): Promise<Buffer | undefined>;
	/** A name that is not there counts as removed. */
	remove(name: string): Promise<void>;
	/** Every file, what an interrupted `put` left behind included: that has a name no photo has. */
	list(): AsyncIterable<StoredFile>;
	/** Lets go of its connections, where it has any. */
	close(): void;
}

/** Begins the names of files not written to their end, which are below the folder `un` then. */
const UNFINISHED_PREFIX = 'unfinished-';

/** Keeps photos below a folder of this machine, which is made when it is missing. */
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
 * The driver's own `put` writes in place and its `move` copies, so a crash could leave half a photo under its name. Ours is
 * a rename of what is on the disk already; the folder is flushed too, or a power cut could take the name away again after
 * the item's row has been made durable.
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
 * Folders of at most a few thousand files each: names begin with a hash, so their first two letters spread evenly. Every
 * store arranges them so, which lets any program that copies files move photos from one to another.
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

/** Whether it is there is asked only where it can't be read. */
async function readBuffer(disk: Disk, key: string): Promise<Buffer | undefined> {
	try {
		return await buffer(await disk.getStream(key));
	} catch (error) {
		if (await disk.exists(key)) throw error;
		return undefined;
	}
}

/** One folder at a time, so that memory holds the names of one only. */
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

/** Undefined when the file has gone since its folder was read: an erased account's photos go at any time. */
async function modifiedAtOf(disk: Disk, file: DriveFile): Promise<Date | undefined> {
	try {
		return (await file.getMetaData()).lastModified;
	} catch (error) {
		if (await disk.exists(file.key)) throw error;
		return undefined;
	}
}
