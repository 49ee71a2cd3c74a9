import { Share2 } from 'lucide-react';
import type { Item } from '#contract/items/schemas.ts';
import { Button } from '#web/ui/button.tsx';
import { shareItemLink } from './share-item.ts';

/** A button that shares the item's link through the system's share sheet, else copies it. */
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
