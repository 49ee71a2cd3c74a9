import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureBrowser, findBrowser } from '#ops/browser.ts';
import { buildPages } from '#ops/build-pages.ts';
import { stop } from '#ops/terminal.ts';
import { peopleOf, SECRET } from './chat-measure.ts';
import type { Member } from './chat-people.ts';
import { startServer } from './chat-server.ts';
import { timeTalk } from './chat-talk.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/** How long a message takes from the press of Enter in one browser to another's page, on one machine. */
const COMMAND = 'npm run bench:chat-browsers';
const MESSAGES = 50;

/** A page of its own, as of somebody who is signed in, with their chat open and ready. */
async function openChat(browser: Browser, address: string, who: Member, path: string) {
	const context = await browser.newContext({ baseURL: address });
	await context.addInitScript(({ id, token }) => {
		localStorage.setItem('accessToken', token);
		localStorage.setItem('userId', String(id));
	}, who);
	const page: Page = await context.newPage();
	await page.goto(path);
	await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
	return page;
}

async function measure(address: string, folder: string): Promise<number[]> {
	const [pair] = await peopleOf({ DATA_DIR: folder }, 1);
	if (!pair) throw new Error('There is nobody to talk.');
	const { room, members } = pair;
	const [buyer, seller] = members;
	const browser = await chromium.launch({
		executablePath: findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	try {
		const buying = await openChat(browser, address, buyer, `/chat/${seller.id}/${room.itemId}`);
		const selling = await openChat(browser, address, seller, `/chat/${room.itemId}/${buyer.id}`);
		return await timeTalk(buying, selling, MESSAGES);
	} finally {
		await browser.close();
	}
}

async function main(): Promise<void> {
	await ensureBrowser();
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-talk-'));
	const server = await startServer({ DATA_DIR: folder, JWT_SECRET: SECRET, RATE_LIMIT: 'off' });
	try {
		const taken = await measure(server.address, folder);
		const figures = [medianOf(taken), Math.max(...taken)].map((value) => value.toFixed(0));
		await report(
			`Chat: ${MESSAGES} messages from one browser to another`,
			COMMAND,
			['messages', 'median ms', 'slowest ms'],
			[[MESSAGES, ...figures]],
		);
	} finally {
		await server.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
