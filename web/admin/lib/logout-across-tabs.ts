/** Name of the channel between the tabs of this browser, and of the lock that a tab holds while it delays a change. */
const NAME = 'office-delayed-changes';

const channel = new BroadcastChannel(NAME);

/** Calls `listener` before another tab ends the session, which all tabs share. */
export function watchLogoutOfOtherTab(listener: () => void): void {
	channel.onmessage = listener;
}

/** Makes a tab that logs out wait until `done` resolves. */
export function holdLogoutUntil(done: Promise<void>): void {
	// Only secure contexts have locks; without them no tab waits for another.
	if ('locks' in navigator) void navigator.locks.request(NAME, { mode: 'shared' }, () => done);
}

/** Tells the other tabs that the session is about to end, and waits until no tab holds up the logout. */
export async function announceLogout(): Promise<void> {
	channel.postMessage('send');
	if ('locks' in navigator) await navigator.locks.request(NAME, () => undefined);
}
