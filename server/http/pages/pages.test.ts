import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGE_TABLE, PAGES, type Page } from '#contract/core/pages.ts';
import { API_POLICY } from '#server/http/security-headers.ts';
import { copyAdminPages } from '#tests/support/admin-pages.ts';
import { openApp } from '#tests/support/app.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';

const webFolder = await builtPages();
const t = await openApp({
	WEB_FOLDER: webFolder,
	SITE_NAME: 'Books & <b>More</b>',
	COLLEGE_NAME: '"IET" Lucknow',
});

/** A minimal build of the web app. */
async function builtPages(): Promise<string> {
	const folder = await createTempFolder();
	await mkdir(join(folder, 'assets'));
	const page =
		'<html data-theme="%THEME%" data-home="%HOME%" data-college="%COLLEGE_NAME%"><title>%SITE_NAME%</title>%UNKNOWN%';
	await writeFile(join(folder, 'index.html'), page);
	await writeFile(join(folder, 'icon.svg'), '<svg/>');
	await mkdir(join(folder, '.vite'));
	await copyAdminPages(folder);
	await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
	await writeFile(join(folder, '.env'), 'JWT_SECRET=hush');
	await writeFile(join(folder, 'assets', 'main-4f2a.js'), 'plain');
	await writeFile(join(folder, 'assets', 'main-4f2a.js.br'), 'compressed');
	return folder;
}

const addressOf = (path: string) => path.replace(':category', 'All').replace(/:\w+/, '1');
/** The addresses of all pages except those of an item, a person or a wanted post, which need a row in the database. */
const addresses = Object.values(PAGES)
	.filter((path) => !([PAGES.item, PAGES.person, PAGES.wantedPost] as string[]).includes(path))
	.map(addressOf);
const allPages: readonly Page[] = Object.values(PAGE_TABLE);

describe('a page', () => {
	test('is served with and without a trailing slash, and is revalidated on every request, as a new version may exist', async () => {
		for (const address of addresses.flatMap((url) => [url, `${url}/`.replace('//', '/')])) {
			const res = await t.app.inject(address);

			expect(res.statusCode, address).toBe(200);
			expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
		}
		const { headers } = await t.app.inject('/');
		expect(headers['cache-control']).toBe('no-cache');
		expect(headers.vary).toContain('Cookie');
	});

	test('reserves space for the home rows that the cookie names, on the home page only', async () => {
		for (const [url, cookie, rows] of [
			['/', 'home-rows=for-me.seen', 'for-me seen'],
			['/', 'home-rows=seen.seen.x"%20onload=', 'seen'],
			['/', 'home-rows=', ''],
			['/about', 'home-rows=for-me.seen', ''],
		] as const) {
			const res = await t.app.inject({ url, headers: { cookie } });

			expect(res.body).toContain(`data-home="${rows}"`);
		}
	});

	test('may be found by search engines as the table of pages says, and not if it is of a person or a wanted post or does not exist', async () => {
		const student = await t.student();
		const item = await t.item(student);
		const { wanted } = (await t.as(student).post('/wanted', { title: 'Drafter' })).json();
		const isIndexed: Record<string, boolean> = {
			[`/item/${item.id}`]: true,
			[`/people/${student.id}`]: false,
			[`/wanted/${wanted.id}`]: false,
			'/item/999999': false,
			'/category/none': false,
			'/nothing-here': false,
		};
		for (const { path, index } of allPages) {
			const address = addressOf(path);
			if (!index || addresses.includes(address)) isIndexed[address] = index;
		}

		const found: Record<string, boolean> = {};
		for (const url of Object.keys(isIndexed)) {
			const robots = (await t.app.inject(url)).headers['x-robots-tag'];
			expect([undefined, 'noindex']).toContain(robots);
			found[url] = robots === undefined;
		}

		expect(found).toEqual(isIndexed);
	});

	test('is not cached when its URL contains a token', async () => {
		const res = await t.app.inject('/auth/success?token=abc');

		expect(res.statusCode).toBe(200);
		expect(res.headers['cache-control']).toBe('no-store');
		expect(res.body).not.toContain('abc');
	});

	test('contains the names of the site and the college as escaped text, and leaves an unknown placeholder unchanged', async () => {
		const { body } = await t.app.inject('/');

		expect(body).toContain('<title>Books &amp; &lt;b&gt;More&lt;/b&gt;</title>');
		expect(body).toContain('data-college="&quot;IET&quot; Lucknow"');
		expect(body).toContain('%UNKNOWN%');
	});

	test('starts in the theme of the cookie, or else in that of the system', async () => {
		for (const [cookie, theme] of [
			['theme=dark', 'dark'],
			['theme=light', 'light'],
			['__Host-theme=dark', 'dark'],
			['other=1; theme=dark', 'dark'],
			['theme=blue', 'system'],
			['theme="><script>', 'system'],
			['', 'system'],
		] as const) {
			const res = await t.app.inject({ url: '/', headers: { cookie } });

			expect(res.body, cookie).toContain(`<html data-theme="${theme}"`);
		}
	});
});

describe('a file of the web app', () => {
	test('is cached for ever if its name contains its hash, has the content security policy of the API and is sent precompressed', async () => {
		const url = '/assets/main-4f2a.js';
		const { body, headers } = await t.app.inject(url);
		const brotli = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });

		expect(body).toBe('plain');
		expect(headers).toMatchObject({
			'cache-control': 'public, max-age=31536000, immutable',
			'content-security-policy': API_POLICY,
			'cross-origin-resource-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
			'x-frame-options': 'DENY',
		});
		expect(headers['permissions-policy']).toBeUndefined();
		expect([brotli.body, brotli.headers['content-encoding']]).toEqual(['compressed', 'br']);
	});

	test('is not served if it is no part of the site', async () => {
		for (const url of [
			'/index.html',
			'/.env',
			'/assets/main-4f2a.js.br',
			'/assets/',
			'/../package.json',
		]) {
			const res = await t.app.inject(url);

			expect(res.statusCode, url).toBe(404);
			expect(res.body).toContain('<title>');
			expect(res.body).not.toContain('hush');
		}
	});
});
