import type { Rolldown } from 'vite';

/** Modules that several pages use. */
const SHARED_MODULES =
	/web.ui.(?!form.)|web.lib.(?!api.(form-errors|retry))|web.app.(?!main)|web.features.(catalogue.queries|items.(?!form.|scan.))|lucide|tanstack|contract.(items.(facts|listing\.|known-codes|image-urls)|deals.start-labels|photos.(sizes|signed-urls)|core.(pages|call-url|format))/;
/**
 * Shared modules that some pages do not need for their first screen: parts of forms, paging, mutations, not-found
 * pages, and content below the first screen.
 */
const PARTLY_SHARED_MODULES =
	/usemutation|mutationobserver|infinite|load-more|use-combobox|action-menu|dialog|use-modal|password|segmented|text-area|text-input|control-class|ui.(load-failure|outdated-note|progress-class|stars|star-shape|email-text|field|form-alert|select|section|option-list|avatar|art|empty-state|verified|tabs|category-label|focus-page)|lib.(wanted-paths|realtime.(realtime|socket)|drafts|api.maintenance|photo-key|random|use-navigate-once|typed-price|short-dates|when-idle|share\.)|items.saved|seller-|items.page.(not-found-notice|newest-items|share-item)|ui.not-found|icons.(eye|arrow-left|shield-check|flag|ban|scroll|chevron|heart|package|bookmark|indian-rupee|map-pin|star|users|handshake|plus|x\b|file-image|image-plus|rotate-cw|clock|bell-ring|(shield|circle)-exclamation)|item-(card|grid)|use-is-new|listing.(chosen-filters|facets-query|use-is-drawn)/i;

/**
 * Bundles shared modules into a few scripts, for three reasons. Each request costs 0.7 KB of headers, small files
 * compress worse than large ones, and the framework changes less often than our code. A module that matches several
 * groups belongs to the group with the highest priority; of groups with equal priority, to the first.
 */
export const SCRIPT_GROUPS: Rolldown.CodeSplittingGroup[] = [
	{
		name: 'framework',
		test: /node_modules.(react|react-dom|scheduler|react-router)./,
		priority: 2,
	},
	{
		name: 'parts',
		test: (id) => SHARED_MODULES.test(id) && !PARTLY_SHARED_MODULES.test(id),
		minShareCount: 3,
		priority: 1,
	},
	// Modules that a listing needs at first, and other pages later.
	{
		name: 'listing-parts',
		test: /ui.(select|control-class|use-is-wide)\.|icons.layout-grid/,
		priority: 1,
	},
	// Lists of items: an item page shows them below its first screen.
	{
		name: 'cards',
		test: /items.listing.(item-card|item-grid|listing-items|use-is-new)|infinite/i,
	},
	// The controls of the filters (on phones in a sheet, elsewhere in a column) and the modules that they share with the
	// filter button and the filter chips.
	{
		name: 'filter-parts',
		test: /items.listing.(chosen-filters|facets-query|filters|filter-option|[a-z]+-filter|price-bands|use-price-fields|use-is-drawn|found-subjects)\.|listing-messages|typed-price/,
	},
	// Modules that run on every page once it is interactive.
	{
		name: 'page-late',
		test: /shell.page-status|use-combobox|option-list|when-idle|saved.(save-button|saved-ids-key)|ui.(dialog|use-modal|text-input)\.|icons.(house|heart|x)\b|items.seen.queries|contract.(saved|(accounts|auth).endpoints|chat.facts)|web.lib.(realtime.realtime|api.maintenance|offline.register|drafts.(erase|database))\.ts|use-is-online/,
	},
	// Modules that an item page needs for its first screen, and the home page does not need.
	{
		name: 'item-parts',
		test: /photo-key|contract.items.errors|deals.item.visitor-action|category-label|similar-id|use-is-client|share-item|item-share|web.lib.share|item-status|action-bar|blocked-people-query|icons.(arrow-left|ban|clock|handshake|shield-check)\b/,
	},
	// Modules that an item page needs after its first screen.
	{
		name: 'item-late',
		test: /catalogue.isbn|items.(page.(item-facts|item-seller|report-item-button)|seller-queries|gallery.gallery-(controls|thumbs))|ui.(avatar|verified-badge)|icons.(flag|chevron-(left|right))\b/,
	},
	// Controls above a listing. The last group, so that modules which also match another group belong to the other group.
	{
		name: 'listing-tools',
		test: /items.listing.filter-(button|chips)\./,
	},
];
