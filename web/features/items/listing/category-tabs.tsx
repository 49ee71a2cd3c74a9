import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ALL_CATEGORIES, type CategoryIcon as IconName } from '#contract/catalogue/facts.ts';
import { type ListingParams, serializeListing } from '#contract/items/listing.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { CategoryIcon, tintOf } from '#web/ui/category-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { targetWith } from './listing-url.ts';

/** The listing's tabs: links, because each has an address of its own. They keep search, filters, order and view. */
export function CategoryTabs({ category, choices }: { category: string; choices: ListingParams }) {
	const categories = useVisibleCategories();
	const search = new URLSearchParams(serializeListing({ ...choices, pages: 1 })).toString();

	return (
		<nav aria-label="Choose a category" className="-mx-4 mt-3 tablet:mx-0">
			<ul className="relative flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] tablet:flex-wrap tablet:px-0">
				{[{ name: ALL_CATEGORIES, icon: undefined }, ...categories].map(({ name, icon }) => (
					<Tab key={name} name={name} icon={icon} isCurrent={name === category} search={search} />
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
	const tab = useRef<HTMLLIElement>(null);
	const navigate = useNavigate();
	const pathname = categoryPath(name);

	// On phones the row is wider than the screen: the current tab is scrolled into view, 48 px from the edge, so that the
	// end of the previous tab is visible too.
	useLayoutEffect(() => {
		const li = tab.current;
		if (isCurrent) li?.parentElement?.scrollTo({ left: li.offsetLeft - 48, behavior: 'instant' });
	}, [isCurrent]);

	/** The link's target dates from the last render: a filter chosen since is added on the click. */
	function handleClick(event: MouseEvent) {
		const target = targetWith({});
		if (target.search === search || event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		void navigate({ ...target, pathname });
	}

	return (
		<li ref={tab} className="shrink-0">
			<Link
				to={{ pathname, search }}
				onClick={handleClick}
				aria-current={isCurrent ? 'page' : undefined}
				className={`flex min-h-11 items-center gap-2 rounded-full border-2 px-4 text-sm font-semibold ${tintOf(icon)} ${isCurrent ? 'border-ink' : 'border-transparent'}`}
			>
				{icon && <CategoryIcon icon={icon} className="size-4" />}
				<span>{name}</span>
			</Link>
		</li>
	);
}
