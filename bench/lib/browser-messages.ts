import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';

/**
 * Sends messages one after the other from one page of a chat, and waits until each is shown on the page of the other person.
 * @param pauseMs the pause between two messages. Many messages without a pause would exceed the rate limit.
 * @returns for each message the milliseconds from pressing Enter until it is shown on the other page
 */
export async function timeMessages(
	from: Page,
	to: Page,
	count: number,
	pauseMs = 0,
): Promise<number[]> {
	const durationsMs: number[] = [];
	const composer = from.getByPlaceholder(CHAT_MESSAGES.placeholder);
	for (let round = 1; round <= count; round += 1) {
		const text = `Word ${round} of ${count}`;
		const shownAt = to.evaluate(waitForText, text);
		await composer.fill(text);
		const pressedAt = from.evaluate(waitForKeydown);
		await composer.press('Enter');
		durationsMs.push((await shownAt) - (await pressedAt));
		await setTimeout(pauseMs);
	}
	return durationsMs;
}

/** Runs in a page. Both pages are on one machine and share its clock. @returns when a key was pressed */
function waitForKeydown(): Promise<number> {
	return new Promise((resolve) => {
		const resolveWithTime = () => resolve(performance.timeOrigin + performance.now());
		document.addEventListener('keydown', resolveWithTime, { once: true, capture: true });
	});
}

/** Runs in a page. @returns when the chat showed the text */
function waitForText(text: string): Promise<number> {
	return new Promise((resolve) => {
		const log = document.querySelector('[role=log]');
		if (!log) throw new Error('There is no chat on the page.');
		const observer = new MutationObserver(() => {
			if (!log.textContent?.includes(text)) return;
			observer.disconnect();
			resolve(performance.timeOrigin + performance.now());
		});
		observer.observe(log, { childList: true, subtree: true });
	});
}
