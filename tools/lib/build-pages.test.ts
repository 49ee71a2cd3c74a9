import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { arePagesComplete } from './build-pages.ts';

test('built pages are complete only with the files of the market, the back-office and the server rendering', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-pages-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const results: boolean[] = [];

	for (const file of ['index.html', '.office/admin.html', '.renderer/render.js']) {
		await mkdir(dirname(join(folder, file)), { recursive: true });
		await writeFile(join(folder, file), '');
		results.push(arePagesComplete(folder));
	}

	expect(results).toEqual([false, false, true]);
});
