import { useQuery } from '@tanstack/react-query';
import type { AdminItem } from '#contract/admin/items.ts';
import { type ShownDetail, shownDetails } from '#contract/catalogue/shown-details.ts';
import {
	CONDITION_LABELS,
	ITEM_FIELD_LABELS,
	OPTIONAL_ITEM_FIELDS,
} from '#contract/items/facts.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';
import { CATEGORIES_QUERY } from '#web/admin/kit/use-categories.ts';

/** What the owner said in the fields that are not required. */
export function StatedDetails({ item }: { item: AdminItem }) {
	const category = useQuery(CATEGORIES_QUERY).data?.find(({ name }) => name === item.category);
	const lines = OPTIONAL_ITEM_FIELDS.flatMap((name): Pick<ShownDetail, 'label' | 'text'>[] => {
		if (name === 'details') return shownDetails(category?.fields ?? [], item.details);
		const text = textOf(item, name);
		return text === '' ? [] : [{ label: ITEM_FIELD_LABELS[name], text }];
	});

	return (
		<>
			{lines.map(({ label, text }) => (
				<Detail key={label} label={label}>
					{text}
				</Detail>
			))}
		</>
	);
}

/** Empty where nothing is said. */
function textOf(
	item: AdminItem,
	name: Exclude<(typeof OPTIONAL_ITEM_FIELDS)[number], 'details'>,
): string {
	if (name === 'condition') return item.condition ? CONDITION_LABELS[item.condition].name : '';
	const value = item[name];
	if (typeof value === 'boolean') return value ? 'Yes' : '';
	return value.join(', ');
}
