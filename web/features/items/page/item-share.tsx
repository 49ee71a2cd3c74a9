import { Share2 } from 'lucide-react';
import type { Item } from '#contract/items/items.ts';
import { Button } from '#web/ui/button.tsx';
import { shareItemLink } from './share-item.ts';

/** Hands the item's address on: by the phone's own sheet, else by copying it. */
export function ItemShare({ item, className }: { item: Item; className?: string }) {
	return (
		<Button
			aria-label="Share"
			title="Share"
			onClick={() => void shareItemLink(item)}
			className={`min-w-[2.875rem] shrink-0 px-3! ${className ?? ''}`}
		>
			<Share2 aria-hidden="true" className="size-5" />
		</Button>
	);
}
