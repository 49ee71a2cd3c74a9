import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyAdminPages } from '#tests/support/admin-pages.ts';
import { openApp } from '#tests/support/app.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';

/** A renderer that prints its arguments; real rendering is tested in a browser. */
const RENDERER_SCRIPT = `export const createRenderer = (site) => async (address, answers, wasSignedIn) => {
	if (address.includes('broken')) throw new Error('The page could not be rendered.');
	return '<p>' + JSON.stringify([site.name, [...answers.keys()], wasSignedIn]) + '</p>';
};`;

const t = await openApp({ WEB_FOLDER: await builtPages(), SITE_NAME: 'Books' });

async function builtPages(): Promise<string> {
	const folder = await createTempFolder();
	const page = '<html data-session="%SESSION%"><body><div id="root"></div></body></html>';
	await writeFile(join(folder, 'index.html'), page);
	await mkdir(join(folder, '.vite'));
	await copyAdminPages(folder);
	await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
	await mkdir(join(folder, '.renderer'));
	await writeFile(join(folder, '.renderer', 'render.js'), RENDERER_SCRIPT);
	return folder;
}

test('a page contains its first screen rendered from the embedded API responses, for signed-in users if the cookie says so', async () => {
	const { body } = await t.app.inject('/category/Books?q=a%22b');

	const dataUrl = '/api/items?category=Books&q=a%22b&sort=newest';
	expect(body).toContain(
		`<div id="root" data-address="/category/Books?q=a%22b"><p>["Books",["/api/catalogue/categories","${dataUrl}"],false]</p></div>`,
	);
	expect(body).toContain('data-session="none"');
	const headers = { cookie: 'signed-in=1' };
	const signedIn = await t.app.inject({ url: '/', headers });
	expect(signedIn.body).toContain(',true]</p>');
	expect(signedIn.body).toContain('data-session="open"');
});

test('the page of a missing item, the sign-in page and an unknown page are not rendered by the server, and the renderer itself is not served', async () => {
	for (const url of ['/item/2147483647', '/login', '/nowhere']) {
		expect((await t.app.inject(url)).body).toContain('<div id="root"></div>');
	}
	expect((await t.app.inject('/.renderer/render.js')).statusCode).toBe(404);
});

test('a page that cannot be rendered is served without its first screen, and the failure is logged', async () => {
	const { body, statusCode } = await t.app.inject('/category/Books?q=broken');

	expect(statusCode).toBe(200);
	expect(body).toContain('<div id="root"></div>');
	expect(t.failures.splice(0)).toEqual([
		expect.objectContaining({ msg: 'a page could not be rendered' }),
	]);
});
