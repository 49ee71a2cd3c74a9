import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface ConnectingNoticeProps {
	/** Attempts to reconnect, including the current one. 0 for the first connection; then the count is not shown. */
	attempts: number;
	/** Whether the chat was connected before. */
	isLost: boolean;
}

/** Shown below the messages until the chat is connected. */
export function ConnectingNotice({ attempts, isLost }: ConnectingNoticeProps) {
	return (
		<p
			role="status"
			className="flex items-center justify-center gap-2 px-4 pb-2 text-center text-xs text-ink-soft"
		>
			<Spinner className="size-4" />
			{isLost ? CHAT_MESSAGES.reconnecting : CHAT_MESSAGES.connecting}
			{attempts > 0 && (
				<span className="tabular-nums">{CHAT_MESSAGES.reconnections(attempts)}</span>
			)}
		</p>
	);
}
