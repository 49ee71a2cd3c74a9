import type { Browser, Page } from 'playwright-core';
import { ensureBrowser } from '#tools/lib/browser.ts';
import { launchBrowser, openPageAs, waitUntilChatReady } from '../lib/browser.ts';
import { timeMessages } from '../lib/browser-messages.ts';
import { createPairs, JWT_SECRET, type Member } from '../lib/chat-pairs.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { withoutTarget } from '../lib/result-row.ts';
import { defineScenario } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { median } from '../lib/statistics.ts';

/** How long a message takes from one browser to another. */
export const scenario = defineScenario({
	options: { messages: { default: 50, help: 'messages, one after the other' } },
	async run({ messages }) {
		await ensureBrowser();
		const durationsMs = await withTempFolder((folder) => measureBrowsers(folder, messages));
		const [medianMs, slowestMs] = [median(durationsMs), Math.max(...durationsMs)].map((ms) =>
			ms.toFixed(0),
		);
		return {
			tables: [
				{
					title: `Chat: ${messages} messages from one browser to another`,
					columns: ['messages', 'median ms', 'slowest ms'],
					rows: [[messages, medianMs ?? '', slowestMs ?? '']],
				},
			],
			results: [
				withoutTarget(
					'chat, from Enter in one browser to the page of another',
					`median ${medianMs} ms, slowest ${slowestMs} ms`,
				),
			],
		};
	},
});

/** @returns milliseconds of each message */
function measureBrowsers(folder: string, messages: number): Promise<number[]> {
	return withCleanup(async (onEnd) => {
		const environment = { DATA_DIR: folder };
		const server = await startServer({ ...environment, JWT_SECRET, RATE_LIMIT: 'off' });
		onEnd(server.stop);
		const [pair] = await createPairs(environment, 1);
		if (!pair) throw new Error('No users were inserted.');
		const { room, members } = pair;
		const [buyer, seller] = members;
		const browser = await launchBrowser();
		onEnd(() => browser.close());
		const open = (user: Member, path: string) => openChat(browser, server.address + path, user);
		// The path of a chat names the seller and the item for the buyer, the item and the buyer for the seller.
		const buyerPage = await open(buyer, `/chat/${seller.id}/${room.itemId}`);
		const sellerPage = await open(seller, `/chat/${room.itemId}/${buyer.id}`);
		return timeMessages(buyerPage, sellerPage, messages);
	});
}

async function openChat(browser: Browser, url: string, user: Member): Promise<Page> {
	const page = await openPageAs(browser, url, user);
	await waitUntilChatReady(page);
	return page;
}
