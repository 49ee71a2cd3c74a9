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

/** The last entry of an archive: the checksums of all others. */
const CHECKSUMS = 'checksums.json';

const checksums = z.record(
	z.string(),
	z.object({ bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
);
type Checksums = z.infer<typeof checksums>;

/** Adds entries to an archive that is being written. */
export interface ArchiveWriter {
	/** Resolves when the content is completely in the archive. */
	add: (name: string, content: Readable, options?: { isCompressible?: boolean }) => Promise<void>;
}

/**
 * Writes a zip file that any unzip program can read, with access for its owner only. It is written under a temporary
 * name and renamed when it is complete and on disk; a failure before that leaves no file.
 */
export async function writeArchive(
	path: string,
	fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
	const partial = `${path}.partial`;
	const zip = new NewZip();
	const sums: Checksums = {};
	const file = createWriteStream(partial, { mode: 0o600, flush: true });
	const pipelineDone = pipeline(zip.outputStream, file);
	// `await pipelineDone` below reports the error. Until then it must not count as an unhandled rejection.
	pipelineDone.catch(() => undefined);
	try {
		const add: ArchiveWriter['add'] = async (name, content, { isCompressible = true } = {}) => {
			const checksumStream = createChecksumStream((sum) => {
				sums[name] = sum;
			});
			const entry = content.pipe(checksumStream);
			content.once('error', (error) => checksumStream.destroy(error));
			zip.addReadStream(entry, name, { compress: isCompressible, mode: 0o100600 });
			await Promise.race([finished(entry, { writable: false }), rejectionOf(pipelineDone)]);
		};
		await fill({ add });
		zip.addBuffer(Buffer.from(JSON.stringify(sums, undefined, '\t')), CHECKSUMS);
		zip.end();
		await pipelineDone;
		await rename(partial, path);
		await flushFolder(dirname(path));
	} catch (error) {
		file.destroy();
		await rm(partial, { force: true });
		throw error;
	}
}

/** A promise that never resolves, and rejects when the pipeline fails. */
function rejectionOf(pipelineDone: Promise<void>): Promise<never> {
	return new Promise((_, reject) => {
		pipelineDone.catch(reject);
	});
}

function createChecksumStream(
	onChecksum: (sum: { bytes: number; sha256: string }) => void,
): Transform {
	const hash = createHash('sha256');
	let bytes = 0;
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			hash.update(chunk);
			bytes += chunk.length;
			done(null, chunk);
		},
		flush(done) {
			onChecksum({ bytes, sha256: hash.digest('hex') });
			done();
		},
	});
}

/** An opened archive whose entries have been checked. */
export interface Archive {
	/** The names of all entries except the checksums. */
	names: readonly string[];
	read: (name: string) => Promise<Readable>;
	readText: (name: string) => Promise<string>;
	close: () => void;
}

/**
 * Reads a whole archive once, checks every entry against its checksum, and opens the archive for reading.
 * @param onChecked called after each entry, with the number of entries checked so far and the number of all entries
 * @throws Error in one line when the file is damaged, cut off, or not a backup
 */
export async function openArchive(
	path: string,
	onChecked: (count: number, total: number) => void = () => undefined,
): Promise<Archive> {
	const zip = await openZip(path);
	try {
		const entries = await readEntries(zip);
		const read = async (name: string) => {
			const entry = entries.get(name);
			if (!entry) throw new Error(`The backup lacks ${name}.`);
			return zip.openReadStreamPromise(entry);
		};
		await verifyEntries(entries, read, onChecked);
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

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
	return entries;
}

async function verifyEntries(
	entries: ReadonlyMap<string, Entry>,
	read: (name: string) => Promise<Readable>,
	onChecked: (count: number, total: number) => void,
): Promise<void> {
	const json = await text(await read(CHECKSUMS)).catch(() => '');
	// The entry with the checksums has no checksum itself. It is checked against its CRC in the zip file, because the
	// library does not check CRCs.
	if (crc32(json) !== entries.get(CHECKSUMS)?.crc32) throw damagedError(CHECKSUMS);
	const sums = z.safeParse(checksums, parseJson(json));
	if (!sums.success) throw damagedError(CHECKSUMS);
	const expected = Object.entries(sums.data);
	if (entries.size !== expected.length + 1) throw new Error('The backup holds what it should not.');
	for (const [index, [name, sum]] of expected.entries()) {
		const actual = await checksumOf(name, await read(name));
		if (actual.sha256 !== sum.sha256 || actual.bytes !== sum.bytes) throw damagedError(name);
		onChecked(index + 1, expected.length);
	}
}

async function checksumOf(
	name: string,
	content: Readable,
): Promise<{ bytes: number; sha256: string }> {
	let checksum = { bytes: 0, sha256: '' };
	const checksumStream = createChecksumStream((sum) => {
		checksum = sum;
	});
	try {
		await pipeline(content, checksumStream, async (source) => {
			for await (const _chunk of source);
		});
	} catch {
		throw damagedError(name);
	}
	return checksum;
}

function damagedError(name: string): Error {
	return new Error(`The backup is damaged: ${name} is not what it was.`);
}

function parseJson(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}
