import { type RefObject, useEffect, useRef } from 'react';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { useUnblock } from '#web/features/chat/blocks/queries.ts';
import { Button } from '#web/ui/button.tsx';

/** Replaces the chat button while the user has blocked the seller. */
export function BlockedSeller({ sellerId }: { sellerId: number }) {
	const container = useRef<HTMLParagraphElement>(null);
	const unblock = useUnblock();
	useFocusOnSuccessor(container);

	return (
		<p
			ref={container}
			className="flex min-w-0 flex-auto items-center gap-x-1.5 text-sm leading-tight"
		>
			<span className="min-w-0">{BLOCK_MESSAGES.youBlocked}</span>
			<span aria-hidden="true">·</span>
			<Button
				variant="quiet"
				size="small"
				busy={unblock.isPending}
				onClick={() => unblock.mutate(sellerId)}
				className="px-1! text-link underline underline-offset-4"
			>
				Unblock
			</Button>
		</p>
	);
}

/** After unblocking, this element is removed: the link that replaces it takes the focus. */
function useFocusOnSuccessor(container: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const parent = container.current?.parentElement;
		return () => {
			if (document.activeElement === document.body) parent?.querySelector('a')?.focus();
		};
	}, [container]);
}
