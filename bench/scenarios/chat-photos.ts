import type { Locator, Page } from 'playwright-core';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { ensureBrowser } from '#tools/lib/browser.ts';
import { launchBrowser, openPageAs, waitUntilChatReady } from '../lib/browser.ts';
import { createPairs, JWT_SECRET, type Member } from '../lib/chat-pairs.ts';
import { withCleanup, withTempFolder } from '../lib/cleanup.ts';
import { checkTarget, withoutTarget } from '../lib/result-row.ts';
import { createPhotos, PHONE_PHOTO } from '../lib/sample-photos.ts';
import { defineScenario } from '../lib/scenario.ts';
import { startServer } from '../lib/start-program.ts';
import { median } from '../lib/statistics.ts';

/** Milliseconds of each photo. */
interface Durations {
	/** In a chat, from the press of Send until it is painted for the other side. */
	chatMs: number[];
	/** In a chat, from picking until it is painted for the other side. Includes resizing in the browser. */
	pickedMs: number[];
	/** In the item form, from picking until it is uploaded. */
	formMs: number[];
}

/** How long a large photo takes from one browser to another, compared with an upload in the item form. */
export const scenario = defineScenario({
	options: { photos: { default: 10, help: 'photos of twelve megapixels, one after the other' } },
	async run({ photos }) {
		await ensureBrowser();
		const { chatMs, pickedMs, formMs } = await withTempFolder((folder) => measure(folder, photos));
		const ratio = median(chatMs) / median(formMs);
		return {
			tables: [
				{
					title: `${photos} photos of twelve megapixels`,
					columns: [
						'photo',
						'chat: sent until painted, ms',
						'chat: picked until painted, ms',
						'item form: picked until ready, ms',
					],
					rows: chatMs.map((ms, index) =>
						[index + 1, ms, pickedMs[index] ?? 0, formMs[index] ?? 0].map((figure) =>
							figure.toFixed(0),
						),
					),
				},
			],
			results: [
				checkTarget({
					what: 'a photo of twelve megapixels, from sending it in a chat until the other side sees it: time',
					sign: '≤',
					limit: 1.15,
					unit: '×',
					comparedWith: 'the same photo in the item form',
					measurements: [ratio],
				}),
				withoutTarget(
					'the same from the moment when it is picked, with making it smaller',
					`${(median(pickedMs) / median(formMs)).toFixed(2)} ×`,
				),
			],
		};
	},
});

function measure(folder: string, count: number): Promise<Durations> {
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
		const open = (user: Member, path: string) => openPageAs(browser, server.address + path, user);
		const sender = await open(buyer, `/chat/${seller.id}/${room.itemId}`);
		const receiver = await open(seller, `/chat/${room.itemId}/${buyer.id}`);
		await Promise.all([sender, receiver].map(waitUntilChatReady));
		const itemForm = await open(buyer, '/post');
		// Two new photos for each round: the server would recognise one that it has stored already.
		const paths = await createPhotos(folder, 2 * count + 2, PHONE_PHOTO);
		const durations: Durations = { chatMs: [], pickedMs: [], formMs: [] };
		for (let round = 0; round <= count; round += 1) {
			const [inChat = '', inForm = ''] = paths.slice(2 * round, 2 * round + 2);
			const inChatMs = await timeChatPhoto(sender, receiver, inChat, round);
			const formMs = await timeFormPhoto(itemForm, inForm);
			// The first round loads scripts and starts the photo workers.
			if (round === 0) continue;
			durations.chatMs.push(inChatMs.sent);
			durations.pickedMs.push(inChatMs.picked);
			durations.formMs.push(formMs);
		}
		return durations;
	});
}

/**
 * Picks a photo and sends it as soon as the page allows.
 * @returns milliseconds from picking and from sending until it is painted
 */
async function timeChatPhoto(
	sender: Page,
	receiver: Page,
	path: string,
	earlierPhotos: number,
): Promise<{ sent: number; picked: number }> {
	const painted = paintedPhotos(receiver).nth(earlierPhotos);
	const input = sender.getByLabel(CHAT_MESSAGES.addPhotos);
	const strip = sender.getByRole('list', { name: CHAT_MESSAGES.photosToSend });
	const pickedAt = performance.now();
	await input.setInputFiles(path);
	await strip.getByRole('listitem').first().waitFor();
	const sentAt = performance.now();
	await sender.getByRole('button', { name: 'Send' }).click();
	await waitUntilPainted(painted);
	const paintedAt = performance.now();
	return { sent: paintedAt - sentAt, picked: paintedAt - pickedAt };
}

/** Picks a photo and removes it again once it is uploaded. */
async function timeFormPhoto(itemForm: Page, path: string): Promise<number> {
	const startedAt = performance.now();
	await itemForm.locator('input[type=file]').setInputFiles(path);
	const remove = itemForm.getByRole('button', { name: 'Remove photo 1' });
	await remove.waitFor();
	await itemForm.getByRole('progressbar').waitFor({ state: 'detached' });
	const ms = performance.now() - startedAt;
	await remove.click();
	await remove.waitFor({ state: 'detached' });
	return ms;
}

function paintedPhotos(page: Page): Locator {
	return page
		.getByRole('log')
		.getByRole('button', { name: /^Photo/ })
		.locator('img');
}

async function waitUntilPainted(image: Locator): Promise<void> {
	await image.waitFor();
	await image.evaluate(async (element: HTMLImageElement) => {
		await element.decode();
		await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
	});
}
