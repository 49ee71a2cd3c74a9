import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Shown below the messages while the connection is being restored, with the number of attempts. */
export function ReconnectingNotice({ attempts }: { attempts: number }) {
	return (
		<p
			role="status"
			className="flex items-center justify-center gap-2 px-4 pb-2 text-center text-xs text-ink-soft"
		>
			<Spinner className="size-4" />
			{CHAT_MESSAGES.reconnecting}
			{attempts > 0 && (
				<span className="tabular-nums">{CHAT_MESSAGES.reconnections(attempts)}</span>
			)}
		</p>
	);
}
