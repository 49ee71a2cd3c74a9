import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { BreakableText } from '#web/admin/kit/breakable-text.tsx';
import { Link } from '#web/ui/link.tsx';

/** The path of the panel for each kind of target; the id is appended. */
const PANEL_PATHS: Readonly<Record<string, string>> = {
	user: `${ADMIN_PAGES.users}?user=`,
	item: `${ADMIN_PAGES.items}?item=`,
	wanted: `${ADMIN_PAGES.wanted}?wanted=`,
	report: `${ADMIN_PAGES.reports}?report=`,
	'user report': `${ADMIN_PAGES.userReports}?report=`,
	'review report': `${ADMIN_PAGES.reviewReports}?report=`,
	feedback: `${ADMIN_PAGES.feedback}?feedback=`,
};

/** Kinds with a name that needs no colon before it: 'Report about Electric kettle by Meena', 'Feedback from Meena'. */
const KINDS_NAMED_BY_PHRASE: readonly string[] = [
	'report',
	'user report',
	'wanted report',
	'review report',
	'review',
	'feedback',
];

/**
 * What an audit entry is about: 'Item: Electric kettle', 'Report about Electric kettle by Meena', or 'item 7' when no
 * name is known. A link if the target has a panel.
 */
export function Target({ target, targetName }: Pick<AuditLogEntry, 'target' | 'targetName'>) {
	const [, kind = '', id = ''] = /^(.+) (\d+)$/.exec(target) ?? [];
	const panelPath = PANEL_PATHS[kind];
	const text = targetName ? (
		<>
			{capitalized(kind)}
			{KINDS_NAMED_BY_PHRASE.includes(kind) ? ' ' : ': '}
			<BreakableText>{targetName}</BreakableText>
		</>
	) : (
		target
	);

	if (!panelPath) return text;
	return (
		<Link to={`${panelPath}${id}`} className="font-semibold text-link">
			{text}
		</Link>
	);
}

function capitalized(text: string): string {
	return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
