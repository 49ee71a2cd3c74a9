import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { delayChange, sendAllDelayed, sendBeforeLogout, undoDelayed } from './delayed-changes.ts';

const NAME_OF_TABS = 'office-delayed-changes';

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
	const otherTab = new BroadcastChannel(NAME_OF_TABS);
	onTestFinished(() => otherTab.close());
	const onLoggedOut = vi.fn();

	otherTab.postMessage('send');
	const loggingOut = navigator.locks.request(NAME_OF_TABS, onLoggedOut);
	await expect.poll(() => send).toHaveBeenCalledOnce();
	expect(onLoggedOut).not.toHaveBeenCalled();
	answer.resolve(undefined);

	await loggingOut;
	expect(onLoggedOut).toHaveBeenCalledOnce();
});

test('logging out waits for the changes of other tabs, and not for those that were undone', async () => {
	const change = Promise.withResolvers<void>();
	const ofOtherTab = navigator.locks.request(
		NAME_OF_TABS,
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

	await Promise.all([ofOtherTab, sending]);
	expect(send).not.toHaveBeenCalled();
});
