import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface ConnectingProps {
	/** Attempts to reconnect, including the current one. 0 for the first connection; then the count is not shown. */
	attempts?: number;
	/** Whether the notice is shown below messages. */
	isCompact?: boolean;
	/** Whether the chat was connected before. */
	isReconnecting?: boolean;
}

/** Shown until the chat is connected. */
export function Connecting({
	attempts = 0,
	isCompact = false,
	isReconnecting = false,
}: ConnectingProps) {
	return (
		<div
			role="status"
			className={`flex items-center justify-center text-ink-soft ${isCompact ? 'gap-2 px-4 pb-2 text-center text-xs' : 'min-h-40 gap-3 p-4'}`}
		>
			<Spinner className={isCompact ? 'size-4' : 'size-5'} />
			<span>{isReconnecting ? CHAT_MESSAGES.reconnecting : CHAT_MESSAGES.connecting}</span>
			{attempts > 0 && (
				<span className="tabular-nums">{CHAT_MESSAGES.reconnections(attempts)}</span>
			)}
		</div>
	);
}
