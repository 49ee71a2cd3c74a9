import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ALL_CATEGORIES, type CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import { type ListingParams, serializeListing } from '#contract/items/listing.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { targetWith } from './listing-url.ts';

/** The listing's tabs: links, because each has an address of its own. They keep search, prices, order and view. */
export function CategoryTabs({ category, choices }: { category: string; choices: ListingParams }) {
	const categories = useVisibleCategories();
	const row = useRef<HTMLUListElement>(null);
	const search = new URLSearchParams(serializeListing({ ...choices, pages: 1 })).toString();

	// On phones the row is wider than the screen: scroll the current tab into view.
	useLayoutEffect(() => {
		const current = row.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(category)}"]`);
		if (current) row.current?.scrollTo({ left: current.offsetLeft - 48, behavior: 'instant' });
	}, [category]);

	return (
		<nav aria-label="Choose a category" className="-mx-4 mt-3 tablet:mx-0">
			<ul
				ref={row}
				className="relative flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] tablet:flex-wrap tablet:px-0"
			>
				{[{ name: ALL_CATEGORIES, icon: undefined }, ...categories].map(({ name, icon }) => (
					<li key={name} data-tab={name} className="shrink-0">
						<Tab name={name} icon={icon} isCurrent={name === category} search={search} />
					</li>
				))}
			</ul>
		</nav>
	);
}

interface TabProps {
	name: string;
	/** Undefined for all categories. */
	icon: IconName | undefined;
	isCurrent: boolean;
	search: string;
}

function Tab({ name, icon, isCurrent, search }: TabProps) {
	const navigate = useNavigate();
	const pathname = categoryPath(name);

	/** The link's target dates from the last render: a filter chosen since is added on the click. */
	function handleClick(event: MouseEvent) {
		const target = targetWith({});
		if (target.search === search || event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		void navigate({ ...target, pathname });
	}

	return (
		<Link
			to={{ pathname, search }}
			onClick={handleClick}
			aria-current={isCurrent ? 'page' : undefined}
			className={`flex min-h-11 items-center gap-2 rounded-full border-2 px-4 text-sm font-semibold ${tintOf(icon)} ${isCurrent ? 'border-ink' : 'border-transparent'}`}
		>
			{icon && <CategoryIcon icon={icon} className="size-4" />}
			{name}
		</Link>
	);
}
