import { CHAT_MESSAGES } from '#contract/chat/facts.ts';

/** Shown in a chat that was opened offline. No error, because the user can still write. */
export function OfflineNotice() {
	return (
		<p role="status" className="px-4 pb-2 text-center text-sm text-ink-soft">
			{CHAT_MESSAGES.openedOffline}
		</p>
	);
}
