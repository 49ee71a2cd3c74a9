import { CHAT_MESSAGES } from '#contract/chat/facts.ts';

/** A chat was opened offline: nothing has gone wrong, and one can write. */
export function OfflineNotice() {
	return (
		<p role="status" className="px-4 pb-2 text-center text-sm text-ink-soft">
			{CHAT_MESSAGES.openedOffline}
		</p>
	);
}
