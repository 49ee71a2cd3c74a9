import type { ReactNode } from 'react';
import { shownDetails } from '#contract/catalogue/shown-details.ts';
import { CONDITION_LABELS } from '#contract/items/facts.ts';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { useCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** The optional fields of an item: condition, fixed price, details of the category, and subjects. */
export function ItemFacts({ item }: { item: ItemDetails }) {
	const { condition, category, subjects, isPriceFixed, subjectNames = {} } = item;
	const fields = useCategories().find(({ name }) => name === category)?.fields ?? [];

	return (
		<dl className="mt-5 grid gap-1">
			{condition && (
				<Fact label="Condition">
					<strong>{CONDITION_LABELS[condition].name}</strong>: {CONDITION_LABELS[condition].meaning}
				</Fact>
			)}
			{isPriceFixed && <Fact label="Price">Fixed: the seller takes no offers</Fact>}
			{shownDetails(fields, item.details).map(({ label, text, query }) => (
				<Fact key={label} label={label}>
					{query ? (
						<Link
							to={categoryPath(category, query)}
							className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-2"
						>
							{text}
						</Link>
					) : (
						text
					)}
				</Fact>
			))}
			{subjects.length > 0 && (
				<Fact label="For">
					<ul className="flex flex-wrap gap-2 py-1">
						{subjects.map((code) => (
							<li key={code} className="min-w-0">
								<Link
									to={subjectPath(category, code)}
									className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 py-1.5 font-semibold hover:bg-sunken"
								>
									{[code, subjectNames[code]].filter(Boolean).join(' ')}
								</Link>
							</li>
						))}
					</ul>
				</Fact>
			)}
		</dl>
	);
}

/** A label with its value. Every line has the height of a link, so that all lines look alike. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="grid min-h-11 grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-2">
			<dt className="text-xs text-ink-soft wrap-anywhere">{label}</dt>
			<dd className="text-sm wrap-anywhere">{children}</dd>
		</div>
	);
}

/** The address of a category's items for a subject. */
function subjectPath(category: string, code: string): string {
	return `${categoryPath(category)}?${new URLSearchParams({ subject: code })}`;
}
