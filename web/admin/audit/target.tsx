import type { AuditLogEntry } from '#contract/admin/audit.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { Words } from '#web/admin/kit/words.tsx';
import { Link } from '#web/ui/link.tsx';

/** Where a target of the log is shown, by its kind and with its number. */
const PANELS: Readonly<Record<string, string>> = {
	user: `${ADMIN_PAGES.users}?user=`,
	item: `${ADMIN_PAGES.items}?item=`,
	report: `${ADMIN_PAGES.reports}?report=`,
	'user report': `${ADMIN_PAGES.userReports}?report=`,
	feedback: `${ADMIN_PAGES.feedback}?feedback=`,
};

/** Kinds whose names go on from the kind: 'about Electric kettle by Meena', 'from Meena'. */
const NAMED_IN_A_PHRASE: readonly string[] = ['report', 'user report', 'feedback'];

/** 'Item: Electric kettle', 'Report about Electric kettle by Meena', or 'item 7' where nobody knows a name, leading there where there is such a place. */
export function Target({ target, targetName }: Pick<AuditLogEntry, 'target' | 'targetName'>) {
	const [, kind = '', id = ''] = /^(.+) (\d+)$/.exec(target) ?? [];
	const panel = PANELS[kind];
	const words = targetName ? (
		<>
			{capitalized(kind)}
			{NAMED_IN_A_PHRASE.includes(kind) ? ' ' : ': '}
			<Words>{targetName}</Words>
		</>
	) : (
		target
	);

	if (!panel) return words;
	return (
		<Link to={`${panel}${id}`} className="font-semibold text-link">
			{words}
		</Link>
	);
}

function capitalized(words: string): string {
	return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
