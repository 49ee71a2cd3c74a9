import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { delayChange, sendAllDelayed, sendBeforeLogout, undoDelayed } from './delayed-changes.ts';

const CHANNEL_NAME = 'office-delayed-changes';

afterEach(() => sendAllDelayed());

function delayDismissal(send = vi.fn(async () => undefined)) {
	delayChange({ key: 'reports/1', message: 'Dismissing the report.', send });
	return send;
}

test.each(['beforeunload', 'pagehide'])(
	'a back-office change that can still be undone is sent exactly once when the page fires %s',
	(eventType) => {
		const send = delayDismissal();
		expect(send).not.toHaveBeenCalled();

		window.dispatchEvent(new Event(eventType));
		window.dispatchEvent(new Event(eventType));

		expect(send).toHaveBeenCalledOnce();
	},
);

test('a change that can still be undone is sent when another tab logs out, which waits for the answer', async () => {
	const answer = Promise.withResolvers<undefined>();
	const send = delayDismissal(vi.fn(() => answer.promise));
	const otherTab = new BroadcastChannel(CHANNEL_NAME);
	onTestFinished(() => otherTab.close());
	const onLoggedOut = vi.fn();

	otherTab.postMessage('send');
	const loggingOut = navigator.locks.request(CHANNEL_NAME, onLoggedOut);
	await expect.poll(() => send).toHaveBeenCalledOnce();
	expect(onLoggedOut).not.toHaveBeenCalled();
	answer.resolve(undefined);

	await loggingOut;
	expect(onLoggedOut).toHaveBeenCalledOnce();
});

test('logging out waits until another tab has sent its delayed change, but not for a change that was undone', async () => {
	const change = Promise.withResolvers<void>();
	const lockOfOtherTab = navigator.locks.request(
		CHANNEL_NAME,
		{ mode: 'shared' },
		() => change.promise,
	);
	const send = delayDismissal();
	undoDelayed('reports/1');
	const onSent = vi.fn();

	const sending = sendBeforeLogout().then(onSent);
	const countWaiting = async () => (await navigator.locks.query()).pending?.length;
	await expect.poll(countWaiting).toBe(1);
	expect(onSent).not.toHaveBeenCalled();
	change.resolve();

	await Promise.all([lockOfOtherTab, sending]);
	expect(send).not.toHaveBeenCalled();
});
