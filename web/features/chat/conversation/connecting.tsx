import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * @param attempts attempts to reconnect, including the current one. 0 for the first connection; then the count is not
 * shown.
 */
export function Connecting({ attempts = 0 }: { attempts?: number }) {
	return (
		<div
			role="status"
			className="flex min-h-40 items-center justify-center gap-3 p-4 text-ink-soft"
		>
			<Spinner />
			<span>{CHAT_MESSAGES.connecting}</span>
			{attempts > 0 && (
				<span className="tabular-nums">{CHAT_MESSAGES.reconnections(attempts)}</span>
			)}
		</div>
	);
}
