import { readFile } from 'node:fs/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, type SkillCatalog, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';

/** The one file that teaches an agent to use the tools, by the protocol's skills extension. */

let catalog: Promise<SkillCatalog> | undefined;

const load = async (): Promise<SkillCatalog> => {
  const text = await readFile(new URL('../skills/substrate/SKILL.md', import.meta.url), 'utf8');
  return SkillsExtension.load(memorySkillFiles({ 'substrate/SKILL.md': text }), { strict: true });
};

export const addSkill = async (server: McpServer): Promise<void> => {
  catalog ??= load();
  (await catalog).attach(server);
};
