import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { flushFolder } from '#server/lib/flush-folder.ts';
import {
	errorCodeOf,
	keyOf,
	nameOfKey,
	type PhotoContent,
	type PhotoFileInfo,
	type PhotoStore,
	type StoredFile,
	UNFINISHED_PREFIX,
} from './photo-store.ts';

/** Stores photos in a local folder, created if missing. */
export function createDiskPhotoStore(folder: string): PhotoStore {
	const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
	return {
		put: (name, bytes) => writeAtomically(folder, keyOf(name), bytes),
		find: (name) => find(folder, keyOf(name)),
		read: (name) => read(disk, folder, keyOf(name)),
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

/** Asks once: between two questions, the sweep or an erasure may remove the file. */
async function find(root: string, key: string): Promise<PhotoFileInfo | undefined> {
	const file = await undefinedIfMissing(stat(join(root, key)));
	return file?.isFile() ? { size: file.size } : undefined;
}

async function read(disk: Disk, root: string, key: string): Promise<PhotoContent | undefined> {
	const fileInfo = await find(root, key);
	return fileInfo && { ...fileInfo, content: await disk.getStream(key) };
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
 * Lists folder by folder, so that only the names of one folder are in memory. Skips folders and files that are not ours,
 * such as `lost+found` of the file system.
 */
async function* list(root: string): AsyncGenerator<StoredFile> {
	const folders = (await entriesOf(root)).filter((entry) => !entry.isFile());
	for (const { name: folder } of folders.filter(({ name }) => FOLDER.test(name))) {
		const files = (await entriesOf(join(root, folder))).filter((entry) => entry.isFile());
		for (const file of files) {
			const name = nameOfKey(`${folder}/${file.name}`);
			const modifiedAt = name && (await modifiedAtOf(join(root, folder, name)));
			if (modifiedAt) yield { name, modifiedAt };
		}
	}
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
