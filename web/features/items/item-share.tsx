import { Share2 } from 'lucide-react';
import { formatPrice } from '#contract/format.ts';
import type { Item } from '#contract/items.ts';
import { itemPath } from '#web/lib/paths.ts';
import { shareItem } from '#web/lib/share.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Hands the item's address on: by the phone's own sheet, else by copying it. */
export function ItemShare({ item, className }: { item: Item; className?: string }) {
	async function share() {
		const url = new URL(itemPath(item.id), window.location.origin).href;
		const outcome = await shareItem({ title: `${item.title} · ${formatPrice(item.price)}`, url });
		if (outcome === 'copied') toast('Link copied. Paste it wherever you like.');
		if (outcome === 'failed') {
			toast('The link could not be copied. You can copy it from the address bar.', { tone: 'bad' });
		}
	}

	return (
		<Button
			aria-label="Share"
			title="Share"
			onClick={() => void share()}
			className={`min-w-[2.875rem] shrink-0 px-3 ${className ?? ''}`}
		>
			<Share2 aria-hidden="true" className="size-5" />
		</Button>
	);
}
