import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import * as z from 'zod/mini';
import { flushFolder } from '#server/lib/flush-folder.ts';

/** The last entry of an archive: what each of the others must be. */
const CHECKSUMS = 'checksums.json';

const checksums = z.record(
	z.string(),
	z.object({ bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
);
type Checksums = z.infer<typeof checksums>;

export interface NewArchive {
	/** Resolves when the content is in the archive to its end. */
	add: (name: string, content: Readable, options?: { isCompressible?: boolean }) => Promise<void>;
}

/**
 * Writes a zip file that any unzip can look into, readable by its owner only. It has its name once it is whole and on the
 * disk; what fails on the way leaves nothing.
 */
export async function writeArchive(
	path: string,
	fill: (archive: NewArchive) => Promise<void>,
): Promise<void> {
	const partial = `${path}.partial`;
	const zip = new NewZip();
	const sums: Checksums = {};
	const file = createWriteStream(partial, { mode: 0o600, flush: true });
	const written = pipeline(zip.outputStream, file);
	// Told by the fill below; it must not be an unhandled one meanwhile.
	written.catch(() => undefined);
	try {
		const add: NewArchive['add'] = async (name, content, { isCompressible = true } = {}) => {
			const measured = measure((sum) => {
				sums[name] = sum;
			});
			const entry = content.pipe(measured);
			content.once('error', (error) => measured.destroy(error));
			zip.addReadStream(entry, name, { compress: isCompressible, mode: 0o100600 });
			await Promise.race([finished(entry, { writable: false }), failureOf(written)]);
		};
		await fill({ add });
		zip.addBuffer(Buffer.from(JSON.stringify(sums, undefined, '\t')), CHECKSUMS);
		zip.end();
		await written;
		await rename(partial, path);
		await flushFolder(dirname(path));
	} catch (error) {
		file.destroy();
		await rm(partial, { force: true });
		throw error;
	}
}

/** Never resolves: only a failure is news. */
function failureOf(written: Promise<void>): Promise<never> {
	return new Promise((_, fail) => {
		written.catch(fail);
	});
}

function measure(tell: (sum: { bytes: number; sha256: string }) => void): Transform {
	const hash = createHash('sha256');
	let bytes = 0;
	return new Transform({
		transform(chunk: Buffer, _encoding, pass) {
			hash.update(chunk);
			bytes += chunk.length;
			pass(null, chunk);
		},
		flush(end) {
			tell({ bytes, sha256: hash.digest('hex') });
			end();
		},
	});
}

export interface Archive {
	names: readonly string[];
	read: (name: string) => Promise<Readable>;
	readText: (name: string) => Promise<string>;
	close: () => void;
}

/**
 * Opens an archive after reading all of it once: every entry is there, and is what it was when it was written.
 * @throws Error in one line when the file is damaged, cut off, or none of ours
 */
export async function openArchive(
	path: string,
	onChecked: (count: number, all: number) => void = () => undefined,
): Promise<Archive> {
	const zip = await openZip(path);
	try {
		const entries = await entriesOf(zip);
		const read = async (name: string) => {
			const entry = entries.get(name);
			if (!entry) throw new Error(`The backup lacks ${name}.`);
			return zip.openReadStreamPromise(entry);
		};
		await check(entries, read, onChecked);
		const names = [...entries.keys()].filter((name) => name !== CHECKSUMS);
		return {
			names,
			read,
			readText: async (name) => text(await read(name)),
			close: () => zip.close(),
		};
	} catch (error) {
		zip.close();
		throw error;
	}
}

async function openZip(path: string): Promise<ZipFile> {
	try {
		return await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`${path} is no whole backup: ${reason}`);
	}
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
	return entries;
}

async function check(
	entries: ReadonlyMap<string, Entry>,
	read: (name: string) => Promise<Readable>,
	onChecked: (count: number, all: number) => void,
): Promise<void> {
	const words = await text(await read(CHECKSUMS)).catch(() => '');
	// What all others are held against is held against the archive itself, which the library leaves to us.
	if (crc32(words) !== entries.get(CHECKSUMS)?.crc32) throw damaged(CHECKSUMS);
	const sums = z.safeParse(checksums, parseJson(words));
	if (!sums.success) throw damaged(CHECKSUMS);
	const expected = Object.entries(sums.data);
	if (entries.size !== expected.length + 1) throw new Error('The backup holds what it should not.');
	for (const [index, [name, sum]] of expected.entries()) {
		const found = await sumOf(name, await read(name));
		if (found.sha256 !== sum.sha256 || found.bytes !== sum.bytes) throw damaged(name);
		onChecked(index + 1, expected.length);
	}
}

async function sumOf(name: string, content: Readable): Promise<{ bytes: number; sha256: string }> {
	let found = { bytes: 0, sha256: '' };
	const measured = measure((sum) => {
		found = sum;
	});
	try {
		await pipeline(content, measured, async (source) => {
			for await (const _chunk of source);
		});
	} catch {
		throw damaged(name);
	}
	return found;
}

function damaged(name: string): Error {
	return new Error(`The backup is damaged: ${name} is not what it was.`);
}

function parseJson(words: string): unknown {
	try {
		return JSON.parse(words);
	} catch {
		return undefined;
	}
}
