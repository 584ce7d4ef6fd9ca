<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: Apache-2.0
     Keeps names and values of a file of Hadoop's settings, without descriptions. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8" indent="no"/>
  <xsl:template match="/configuration">
    <configuration>
      <xsl:for-each select="property">
        <property><xsl:copy-of select="name | value | final"/></property>
      </xsl:for-each>
    </configuration>
  </xsl:template>
</xsl:stylesheet>
