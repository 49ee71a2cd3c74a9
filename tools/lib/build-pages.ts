import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ROOT, run } from './run-program.ts';
import { exitWithError, printLine } from './terminal.ts';

const OUTPUT_FOLDER = join(ROOT, 'dist', 'web');
const SOURCE_DIGEST_FILE = join(ROOT, 'dist', 'built-from');
const SOURCES = ['web/**/*', 'contract/**/*', 'package-lock.json'];
/** One file of each build's output. If it exists, that build has run. */
const REQUIRED_FILES = ['index.html', '.renderer/render.js', '.office/admin.html'];
const VITE_CONFIGS = ['vite.config.ts', 'vite.ssr.config.ts', 'vite.admin.config.ts'];

/** Builds the web app when a part of it is missing, or its sources have changed since the last build. */
export async function buildPages(): Promise<void> {
	const sourceDigest = await digestOf(SOURCES);
	if (arePagesComplete(OUTPUT_FOLDER) && (await readBuiltDigest()) === sourceDigest) return;
	printLine('Building the pages');
	for (const config of VITE_CONFIGS) {
		const isBuilt = await run('vite', ['build', '--config', `web/${config}`, '--logLevel', 'warn']);
		if (!isBuilt) exitWithError('The pages could not be built.');
	}
	await precompress();
	await mkdir(join(ROOT, 'dist'), { recursive: true });
	await writeFile(SOURCE_DIGEST_FILE, sourceDigest);
}

/** Whether the output of all three builds exists. The first build deletes the output of the other two. */
export function arePagesComplete(outputFolder: string): boolean {
	return REQUIRED_FILES.every((file) => existsSync(join(outputFolder, file)));
}

function readBuiltDigest(): Promise<string | undefined> {
	return readFile(SOURCE_DIGEST_FILE, 'utf8').catch(() => undefined);
}

async function digestOf(patterns: readonly string[]): Promise<string> {
	const digest = createHash('sha256');
	const files: string[] = [];
	for await (const entry of glob(patterns, { cwd: ROOT, withFileTypes: true })) {
		if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
	}
	for (const file of files.sort()) digest.update(file).update(await readFile(file));
	return digest.digest('hex');
}

/** Compresses the text files once, at the highest level, so that the server need not compress them for each request. */
async function precompress(): Promise<void> {
	const brotliAsync = promisify(brotliCompress);
	const gzipAsync = promisify(gzip);
	const textFiles = '{assets,.office/office-assets}/*.{js,css,svg}';
	for await (const name of glob(textFiles, { cwd: OUTPUT_FOLDER })) {
		const file = join(OUTPUT_FOLDER, name);
		const content = await readFile(file);
		const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
		await writeFile(`${file}.br`, await brotliAsync(content, options));
		await writeFile(`${file}.gz`, await gzipAsync(content, { level: 9 }));
	}
}
