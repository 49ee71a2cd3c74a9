import { useId } from 'react';
import type { ItemDetails } from '#contract/items.ts';
import { PAGES } from '#contract/pages.ts';
import { PROFILE_MESSAGES } from '#contract/profile.ts';
import { ItemGrid } from '#web/features/items/item-grid.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { UploadCard } from './upload-card.tsx';

export function MyUploads({ items }: { items: readonly ItemDetails[] }) {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
			<h2 id={id} className="text-2xl">
				My Uploads
			</h2>
			{items.length === 0 ? (
				<EmptyState
					heading="h3"
					title={PROFILE_MESSAGES.emptyTitle}
					action={
						<ButtonLink variant="main" to={PAGES.post}>
							Add Item
						</ButtonLink>
					}
				>
					{PROFILE_MESSAGES.emptyText}
				</EmptyState>
			) : (
				<ItemGrid label="My Uploads">
					{items.map((item) => (
						<li key={item.id} className="min-w-0">
							<UploadCard item={item} />
						</li>
					))}
				</ItemGrid>
			)}
		</section>
	);
}
