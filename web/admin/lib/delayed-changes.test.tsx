import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_KEY_PREFIX } from '#web/lib/session/admin-storage-keys.ts';
import { currentToasts } from '#web/ui/toast.ts';
import {
	delayChange,
	isDelayed,
	sendAllDelayed,
	sendBeforeLogout,
	sendInsteadOf,
	undoDelayed,
} from './delayed-changes.ts';
import { clearToken, storeToken } from './token.ts';

/** The name of the channel between the tabs, and of the lock that a tab with a delayed change holds. */
const CHANNEL_NAME = 'office-delayed-changes';

afterEach(() => sendAllDelayed());

const signIn = (token: string) => storeToken({ token, id: 3, role: 'admin' });

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

test('when another tab logs out, a change that can still be undone is sent, and the logout waits for the answer', async () => {
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

test.each([
	['in this tab', () => signIn('of-sunita')],
	// This tab can read the other tab's token at once; the `storage` event that reports it comes later.
	['in another tab', () => localStorage.setItem(`${ADMIN_KEY_PREFIX}Token`, 'of-sunita')],
])(
	'a change that can still be undone is not sent in the name of an administrator who signs in next %s',
	async (_where, signInNext) => {
		signIn('of-meera');
		const send = delayDismissal();

		signInNext();
		await sendAllDelayed();

		expect(send).not.toHaveBeenCalled();
		expect(currentToasts()).toEqual([]);
	},
);

test('when the session ends, the message of a change that can still be undone disappears, and logging out no longer waits for the change', async () => {
	signIn('of-meera');
	delayDismissal();
	expect(currentToasts()).toHaveLength(1);

	clearToken();

	expect(currentToasts()).toEqual([]);
	const onLoggedOut = vi.fn();
	await navigator.locks.request(CHANNEL_NAME, onLoggedOut);
	expect(onLoggedOut).toHaveBeenCalledOnce();
});

test('when a change fails because the session has ended, the delayed change that it replaced is dropped', async () => {
	signIn('of-meera');
	delayDismissal();

	const sending = sendInsteadOf(['reports/1'], async () => {
		signIn('of-sunita');
		throw new Error('refused');
	});

	await expect(sending).rejects.toThrow('refused');
	expect(isDelayed('reports/1')).toBe(false);
});
