import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { AdminItem } from '#contract/admin/items.ts';
import { shownDetails } from '#contract/catalogue/shown-details.ts';
import {
	CONDITION_LABELS,
	ITEM_FIELD_LABELS,
	OPTIONAL_ITEM_FIELDS,
} from '#contract/items/facts.ts';
import { CATEGORIES_QUERY } from '#web/admin/kit/category-filter.ts';
import { Detail } from '#web/admin/kit/side-panel.tsx';

/** The optional fields of an item that its owner has filled in. */
export function StatedDetails({ item }: { item: AdminItem }) {
	const category = useQuery(CATEGORIES_QUERY).data?.find(({ name }) => name === item.category);
	const details = shownDetails(category?.fields ?? [], item.details);

	return (
		<>
			{OPTIONAL_ITEM_FIELDS.map((name) =>
				name === 'details' ? (
					<Fragment key={name}>
						{details.map(({ label, text }) => (
							<Detail key={label} label={label}>
								{text}
							</Detail>
						))}
					</Fragment>
				) : (
					<StatedField key={name} item={item} name={name} />
				),
			)}
		</>
	);
}

interface StatedFieldProps {
	item: AdminItem;
	name: Exclude<(typeof OPTIONAL_ITEM_FIELDS)[number], 'details'>;
}

function StatedField({ item, name }: StatedFieldProps) {
	const text = name === 'condition' ? conditionName(item) : textOf(item[name]);
	return text && <Detail label={ITEM_FIELD_LABELS[name]}>{text}</Detail>;
}

const conditionName = ({ condition }: AdminItem) => condition && CONDITION_LABELS[condition].name;

/** A field's value as text; empty if it is not filled in. */
function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.join(', ');
	return value === true ? 'Yes' : String(value || '');
}
