import { useQuery } from '@tanstack/react-query';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { ItemRow } from '#web/features/items/listing/item-row.tsx';
import { similarQuery } from '#web/features/items/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useNearView } from '#web/ui/use-near-view.ts';
import { SIMILAR_ID } from './similar-id.ts';

/** Similar items on sale, loaded when scrolled near. */
export function SimilarItems({ item }: { item: ItemDetails }) {
	const [sectionRef, isNear] = useNearView<HTMLElement>();
	const isSold = item.status === 'sold';
	const { data, isError } = useQuery({ ...similarQuery(item.id), enabled: isNear });
	const isEmpty = data?.length === 0;

	if ((isError && !data) || (isEmpty && !isSold)) return null;
	if (isEmpty) {
		return (
			<section id={SIMILAR_ID} tabIndex={-1} className="wrap grid gap-4 pt-10 outline-none">
				<h2 className="text-xl">Nothing like it is on sale right now</h2>
				<ButtonLink to={categoryPath(item.category)} className="justify-self-start">
					More in {item.category}
				</ButtonLink>
			</section>
		);
	}
	return (
		<ItemRow
			ref={sectionRef}
			id={SIMILAR_ID}
			title={isSold ? 'Similar items still on sale' : 'Similar items'}
			items={data}
			expected={ITEM_LIMITS.similarMax}
		/>
	);
}
