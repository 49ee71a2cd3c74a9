import { useQuery } from '@tanstack/react-query';
import type { AdminItem } from '#contract/admin/items.ts';
import { shownDetails } from '#contract/catalogue/shown-details.ts';
import { CONDITION_LABELS, ITEM_FIELD_LABELS } from '#contract/items/facts.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { CATEGORIES_QUERY } from '#web/admin/kit/use-categories.ts';

/** What the owner said in the fields that are not required: condition, details of the category, and subjects. */
export function StatedDetails({ item }: { item: AdminItem }) {
	const { condition, details, subjects } = item;
	const category = useQuery(CATEGORIES_QUERY).data?.find(({ name }) => name === item.category);

	return (
		<>
			{condition && (
				<Detail label={ITEM_FIELD_LABELS.condition}>{CONDITION_LABELS[condition].name}</Detail>
			)}
			{shownDetails(category?.fields ?? [], details).map(({ label, text }) => (
				<Detail key={label} label={label}>
					{text}
				</Detail>
			))}
			{subjects.length > 0 && (
				<Detail label={ITEM_FIELD_LABELS.subjects}>{subjects.join(', ')}</Detail>
			)}
		</>
	);
}
