import * as z from 'zod/mini';
import type { TeamMember } from '#contract/core/team.ts';

const TEAM_SIZE = 3;
const WANTED = 'three people as "Name, role <email>", separated by semicolons';
const MEMBER = /^([^,<>]+)(?:,([^<>]*))?<([^<>]*)>$/;

/** The people behind the market, from one line: `Name, role <email>; Name <email>; …`. */
export const team = z.pipe(
	z.string().check(z.refine((line) => membersOf(line) !== undefined, WANTED)),
	z.transform((line) => membersOf(line) ?? []),
);

/** Undefined unless there are exactly three, each with a name and an address. */
function membersOf(line: string): TeamMember[] | undefined {
	const parts = line.split(';');
	const members = parts.map(memberOf).filter((member) => member !== undefined);
	return parts.length === TEAM_SIZE && members.length === TEAM_SIZE ? members : undefined;
}

function memberOf(part: string): TeamMember | undefined {
	const [, name = '', role = '', email = ''] = (MEMBER.exec(part.trim()) ?? []).map((said = '') =>
		said.trim(),
	);
	const isWhole = name !== '' && z.safeParse(z.email(), email).success;
	return isWhole ? { name, role, email } : undefined;
}
