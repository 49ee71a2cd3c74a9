import { type RefObject, useEffect, useRef } from 'react';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { RoomView } from '#web/features/chat/engine/room-store.ts';
import { Button } from '#web/ui/button.tsx';

interface OlderMessagesProps {
	older: RoomView['older'];
	/** The scroll container. */
	container: RefObject<HTMLElement | null>;
	onLoad: () => void;
}

/** The top of the message list. Loads older messages when the user scrolls near the top or presses the button. */
export function OlderMessages({ older, container, onLoad }: OlderMessagesProps) {
	const sentinel = useRef<HTMLDivElement>(null);
	const hasFocus = useRef(false);

	useEffect(() => {
		if (!sentinel.current || older !== 'more') return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some((entry) => entry.isIntersecting)) onLoad();
			},
			{ root: container.current, rootMargin: '300px 0px 0px 0px' },
		);
		observer.observe(sentinel.current);
		return () => observer.disconnect();
	}, [older, onLoad, container]);

	// The button disappears after the last page, so the focus moves to the scroll container.
	useEffect(() => {
		if (older === 'none' && hasFocus.current) container.current?.focus({ preventScroll: true });
	}, [older, container]);

	if (older === 'none') return null;
	return (
		<div ref={sentinel} className="grid justify-items-center gap-1 pb-3">
			{older === 'failed' && <p role="alert">{REQUEST_ERRORS.failed.message}</p>}
			<Button
				size="small"
				busy={older === 'loading'}
				onClick={onLoad}
				onFocus={() => {
					hasFocus.current = true;
				}}
				onBlur={() => {
					hasFocus.current = false;
				}}
			>
				Show older messages
			</Button>
		</div>
	);
}
