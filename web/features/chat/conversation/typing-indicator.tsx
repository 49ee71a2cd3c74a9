import { CHAT_MESSAGES } from '#contract/chat/facts.ts';

const DOT = 'size-2 rounded-full bg-ink-soft motion-safe:animate-pulse';

/** Shows that the other person is typing. The dots are not animated if the user prefers reduced motion. */
export function TypingIndicator({ name }: { name: string }) {
	return (
		<div className="relative mt-2 flex w-fit items-center gap-1.5 rounded-card border border-line bg-surface px-4 py-3">
			<span className="sr-only">{CHAT_MESSAGES.typing(name)}</span>
			<span aria-hidden="true" className={DOT} />
			<span aria-hidden="true" className={`${DOT} [animation-delay:150ms]`} />
			<span aria-hidden="true" className={`${DOT} [animation-delay:300ms]`} />
		</div>
	);
}
