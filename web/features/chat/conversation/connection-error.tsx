import { RotateCcw, Unplug } from 'lucide-react';
import { useId } from 'react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { retryRealtime } from '#web/lib/realtime/realtime.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';

interface ConnectionErrorProps {
	message: string;
	/** Reconnection attempts so far. */
	attempts: number;
	/** Whether the error is shown below a conversation that can still be read. */
	isCompact?: boolean;
}

/** The error view of a chat, with a retry button. */
export function ConnectionError({ message, attempts, isCompact = false }: ConnectionErrorProps) {
	const id = useId();
	const isOnline = useIsOnline();

	return (
		<section
			aria-labelledby={id}
			className={`mx-auto grid w-full max-w-md justify-items-center gap-2 rounded-card border border-line bg-surface text-center ${isCompact ? 'p-3' : 'p-6'}`}
		>
			{!isCompact && <Unplug aria-hidden="true" className="size-8 text-ink-soft" />}
			<div role="alert" className="grid gap-1">
				<h2 id={id} className="text-xl">
					{CHAT_MESSAGES.errorTitle}
				</h2>
				<p className="font-semibold wrap-anywhere text-bad">{message}</p>
				{!isOnline && <p className="text-sm">{CHAT_MESSAGES.offline}</p>}
			</div>
			<p className="text-sm text-ink-soft">
				Reconnection attempts:{' '}
				<span className="tabular-nums">{CHAT_MESSAGES.reconnections(attempts)}</span>
			</p>
			<Button
				variant="main"
				onClick={() => {
					// Offline, this box disappears at once, so the focus moves to the messages.
					document.querySelector<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
					retry();
				}}
			>
				<RotateCcw aria-hidden="true" className="size-5" />
				{CHAT_MESSAGES.retry}
			</Button>
		</section>
	);
}

/** Reloads the page. Offline, a reload would lose the messages on screen, so only the live connection is retried. */
function retry(): void {
	if (navigator.onLine) window.location.reload();
	else retryRealtime();
}
