import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ROOT, run } from './run-program.ts';
import { say, stop } from './terminal.ts';

const OUTPUT = join(ROOT, 'dist', 'web');
const STAMP = join(ROOT, 'dist', 'built-from');
const SOURCES = [
	'web/**/*',
	'contract/**/*',
	'vite{,.painter,.office}.config.ts',
	'package-lock.json',
];
/** One of each build. */
const FIRST_FILES = ['index.html', '.painter/render.js', '.office/admin.html'];
const BUILDS = ['vite.config.ts', 'vite.painter.config.ts', 'vite.office.config.ts'];

/** Builds the web app when a part of it is missing, or its sources are not the ones it was built from. */
export async function buildPages(): Promise<void> {
	const sources = await digestOf(SOURCES);
	if (areWhole(OUTPUT) && (await builtFrom()) === sources) return;
	say('Building the pages');
	for (const config of BUILDS) {
		const isBuilt = await run('vite', ['build', '--config', config, '--logLevel', 'warn']);
		if (!isBuilt) stop('The pages could not be built.');
	}
	await compressAhead();
	await mkdir(join(ROOT, 'dist'), { recursive: true });
	await writeFile(STAMP, sources);
}

/** Whether each build's pages are there: by itself, the market's throws the others away. */
export function areWhole(output: string): boolean {
	return FIRST_FILES.every((file) => existsSync(join(output, file)));
}

function builtFrom(): Promise<string | undefined> {
	return readFile(STAMP, 'utf8').catch(() => undefined);
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

/** Text is compressed once, as well as it can be, instead of at every request. */
async function compressAhead(): Promise<void> {
	const brotli = promisify(brotliCompress);
	const zip = promisify(gzip);
	const text = '{assets,.office/office-assets}/*.{js,css,svg}';
	for await (const name of glob(text, { cwd: OUTPUT })) {
		const file = join(OUTPUT, name);
		const content = await readFile(file);
		const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
		await writeFile(`${file}.br`, await brotli(content, quality));
		await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
	}
}
